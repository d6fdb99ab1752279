import { ownValue } from "@/server/contract/own-value.ts";
import { Checkbox } from "../../../../_ui/checkbox.tsx";
import { Select } from "../../../../_ui/select.tsx";
import { TextArea } from "../../../../_ui/text-area.tsx";
import { TextField } from "../../../../_ui/text-field.tsx";
import { choiceText, type SchemaDraft, type SchemaField } from "./schema-draft.ts";

interface ArgumentFieldsProps {
  readonly fields: readonly SchemaField[];
  readonly draft: SchemaDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (draft: SchemaDraft) => void;
}

/** The arguments of a function, each in the field that suits its type. */
export function ArgumentFields({ fields, draft, errors, onChange }: ArgumentFieldsProps) {
  if (fields.length === 0) return <p className="text-12 text-text-3">It takes no arguments.</p>;
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field) => (
        <ArgumentField
          key={field.name}
          field={field}
          value={ownValue(draft, field.name) ?? ""}
          error={ownValue(errors, field.name)}
          onChange={(value) => onChange({ ...draft, [field.name]: value })}
        />
      ))}
    </div>
  );
}

interface ArgumentFieldProps {
  readonly field: SchemaField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Of a choice: no option is named by a blank. */
const NOT_SENT = " ";

function ArgumentField({ field, value, error, onChange }: ArgumentFieldProps) {
  const hint = hintText(field);
  const texts = { label: field.name, hint, error };
  if (field.kind === "switch") {
    return (
      <Checkbox
        label={<span className="font-medium">{field.name}</span>}
        hint={hint}
        isChecked={value === "true"}
        onChange={(isChecked) => onChange(String(isChecked))}
      />
    );
  }
  if (field.kind === "choice") {
    return (
      <Select
        {...texts}
        value={value === "" && !field.isRequired ? NOT_SENT : value}
        onValueChange={(next) => onChange(next === NOT_SENT ? "" : next)}
        options={[
          ...(field.isRequired ? [] : [{ value: NOT_SENT, label: "Left out" }]),
          ...field.options.map((option) => ({ value: choiceText(option), label: choiceText(option) })),
        ]}
      />
    );
  }
  if (field.kind === "number") {
    return (
      <TextField
        {...texts}
        inputMode="decimal"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextArea
      {...texts}
      rows={field.kind === "json" ? 3 : 1}
      isMono={field.kind === "json"}
      placeholder={field.kind === "json" ? "JSON" : undefined}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Its own words first. That something is a text or a yes and no, its field shows already. */
function hintText({ kind, type, description, isRequired }: SchemaField): string {
  const shown = kind === "text" || kind === "switch" ? "" : type;
  const about = [shown, isRequired ? "" : "optional"].filter(Boolean).join(", ");
  return [description, about && about.charAt(0).toUpperCase() + about.slice(1)].filter(Boolean).join(". ");
}
