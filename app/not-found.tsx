import Link from "next/link";
import { Button } from "./_ui/button.tsx";
import { EmptyState } from "./_ui/empty-state.tsx";

export default function NotFoundPage() {
  return (
    <main className="h-dvh">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        title="There is nothing at this address"
        action={
          <Button asChild size={32} variant="primary">
            <Link href="/orgs">All orgs</Link>
          </Button>
        }
      >
        It was deleted, or the address has a mistake in it.
      </EmptyState>
    </main>
  );
}
