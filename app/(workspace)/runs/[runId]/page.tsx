import { LazyRunPage } from "./_run/shell/lazy-run-page.tsx";

export default function Page() {
  return <LazyRunPage />;
}
