import type { OrgDocument } from "../../contract/org-document.ts";
import type { Database } from "../database.ts";
import { type CommitListener, type EventRow, fromEventRow } from "../event-rows.ts";
import type { ProviderLimits } from "./provider-limits.ts";
import { type SlotLimit, type SlotPlace, slotLimitsOf } from "./slot-limits.ts";

/** A session that was just claimed. */
export interface SlotClaim extends SlotPlace {
  readonly sessionId: string;
  readonly fence: number;
}

/**
 * Where a claimed session gets the slots it needs before it moves.
 *
 * A slot is owned by the session's claim: whatever takes the session from its worker gives it back in the same transaction
 * (a trigger does), so that a worker that dies holds nothing.
 */
export interface SlotDesk {
  /**
   * True when the session may move. False when it has to wait for room, as a row and without a claim, or when the claim was
   * lost. Costs nothing where no limit applies.
   */
  take(document: OrgDocument, claim: SlotClaim): Promise<boolean>;
  /** Whether any limit applies to a session there. */
  applies(document: OrgDocument, place: SlotPlace): Promise<boolean>;
}

export interface SlotDeskDeps {
  readonly database: Database;
  readonly onCommit: CommitListener;
  /** Sessions at work on this database at the same time; undefined for no limit. */
  readonly global: number | undefined;
  readonly providers: ProviderLimits;
}

const TAKE = { name: "take-slots", text: "select * from take_slots($1, $2, $3, $4, $5)" };

export function createSlotDesk({ database, onCommit, global, providers }: SlotDeskDeps): SlotDesk {
  return {
    async take(document, claim) {
      const limits = slotLimitsOf(document, claim, { global, providers: await providers.read() });
      return limits.length === 0 || takeSlots({ database, onCommit }, claim, limits);
    },
    async applies(document, place) {
      return slotLimitsOf(document, place, { global, providers: await providers.read() }).length > 0;
    },
  };
}

type TakenRow = { readonly is_taken: boolean } & EventRow;

async function takeSlots(
  { database, onCommit }: Pick<SlotDeskDeps, "database" | "onCommit">,
  claim: SlotClaim,
  limits: readonly SlotLimit[],
): Promise<boolean> {
  const { rows } = await database.query<TakenRow>({
    ...TAKE,
    values: [
      claim.sessionId,
      claim.fence,
      limits.map(({ key }) => key),
      limits.map(({ capacity }) => capacity),
      limits.map(({ reason }) => reason),
    ],
  });
  const queued = rows.filter((row) => row.run_id !== null);
  if (queued.length > 0) onCommit(queued.map(fromEventRow));
  return rows[0]?.is_taken ?? false;
}
