import { notFound } from "next/navigation";
import { TurnPage } from "../../../_run/inspector/turn-page.tsx";

interface TurnRouteProps {
  readonly params: Promise<{ readonly sessionId: string; readonly turn: string }>;
}

export default async function Page({ params }: TurnRouteProps) {
  const { sessionId, turn } = await params;
  const number = Number(turn);
  if (!Number.isInteger(number) || number < 1) notFound();
  return <TurnPage sessionId={sessionId} turn={number} />;
}
