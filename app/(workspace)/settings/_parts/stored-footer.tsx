import { useState } from "react";
import { Button } from "../../../_ui/button.tsx";
import { ConfirmDialog } from "../../../_ui/dialog.tsx";

interface Removal {
  /** On the button. */
  readonly label: string;
  /** A question: "Remove GITHUB_TOKEN?" */
  readonly title: string;
  /** What goes with it. */
  readonly description: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

interface StoredFooterProps {
  /** Id of the form that is saved. */
  readonly form: string;
  readonly isSaving: boolean;
  /** Undefined where nothing is stored yet. */
  readonly removal: Removal | undefined;
}

/** Saves what a dialog holds, or removes what is stored, after asking. */
export function StoredFooter({ form, isSaving, removal }: StoredFooterProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {removal ? (
        <>
          <Button size={32} variant="danger" className="mr-auto" onClick={() => setIsAsking(true)}>
            {removal.label}
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            onOpenChange={setIsAsking}
            title={removal.title}
            description={removal.description}
            confirmLabel={removal.label}
            isBusy={removal.isBusy}
            onConfirm={() => {
              setIsAsking(false);
              removal.onRemove();
            }}
          />
        </>
      ) : null}
      <Button type="submit" form={form} size={32} variant="primary" disabled={isSaving}>
        {isSaving ? "Saving" : "Save"}
      </Button>
    </>
  );
}
