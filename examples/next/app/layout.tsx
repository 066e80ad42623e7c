import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Navigation } from "./Navigation";
import { PageSession } from "./PageSession";
import { requestSession } from "./request-session";

export const metadata: Metadata = { title: "Reports", icons: "data:," };

export default async function Layout({ children }: { children: ReactNode }) {
  const { initial } = await requestSession();
  return (
    <html lang="en">
      <body>
        <PageSession initial={initial}>
          <Navigation />
          <main>{children}</main>
        </PageSession>
      </body>
    </html>
  );
}
