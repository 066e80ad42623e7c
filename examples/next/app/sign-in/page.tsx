import { SignIn } from "./SignIn";

export default async function Page({ searchParams }: { searchParams: Promise<{ from?: string }> }) {
  const { from } = await searchParams;
  // Accepts only a path of this app, and no address of another site.
  return <SignIn from={from && /^\/(?![\s/\\])/.test(from) ? from : "/"} />;
}
