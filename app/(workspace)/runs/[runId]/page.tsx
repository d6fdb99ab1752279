import { RunPage } from "./_run/shell/run-page.tsx";

export default function Page() {
  return <RunPage />;
}
