-- When a token was issued, so that one from a clock that was ahead is known once the clock is right. Until now each was issued 24
-- hours before its end.
ALTER TABLE tokens ADD COLUMN issued_at INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET issued_at = expires_at - 86400;
