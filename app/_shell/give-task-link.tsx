import { Play } from "lucide-react";
import Link from "next/link";
import { Button, type ButtonProps } from "../_ui/button.tsx";

/** Where a run begins: what fills the lists that runs fill. */
export function GiveTaskLink(look: Pick<ButtonProps, "size" | "variant">) {
  return (
    <Button asChild {...look}>
      <Link href="/orgs">
        <Play />
        Give an org a task
      </Link>
    </Button>
  );
}
