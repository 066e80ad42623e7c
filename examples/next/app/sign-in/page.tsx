import { SignIn } from "./SignIn";

export default async function Page({ searchParams }: { searchParams: Promise<{ from?: string }> }) {
  const { from } = await searchParams;
  // A path of this app, and no other site's address.
  return <SignIn from={from && /^\/(?![\s/\\])/.test(from) ? from : "/"} />;
}
