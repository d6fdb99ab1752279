"use client";

import { useState } from "react";
import type { JsonSchema } from "@/server/contract/json.ts";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { jsonText } from "./json-text.ts";
import { type SchemaParameter, schemaTree } from "./schema-parameters.ts";

interface SchemaViewProps {
  readonly schema: JsonSchema;
  /** "Arguments of web_fetch". */
  readonly label: string;
}

/** The arguments of a tool in words, and on demand the schema exactly as the model gets it. */
export function SchemaView({ schema, label }: SchemaViewProps) {
  const [isRaw, setIsRaw] = useState(false);
  const parameters = schemaTree(schema);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {parameters.length === 0 ? (
        <p className="text-12 text-text-3">Takes no arguments.</p>
      ) : (
        <dl className="overflow-hidden rounded-3 border">
          {parameters.map((parameter) => (
            <Parameter key={parameter.name} parameter={parameter} />
          ))}
        </dl>
      )}
      <div>
        <Button variant="ghost" className="-ml-2.5" aria-expanded={isRaw} onClick={() => setIsRaw(!isRaw)}>
          {isRaw ? "Hide the schema" : "Show the schema as sent"}
        </Button>
      </div>
      {isRaw ? <CodeBlock label={`Schema: ${label}`} code={jsonText(schema)} className="max-h-96" /> : null}
    </div>
  );
}

interface ParameterProps {
  readonly parameter: SchemaParameter;
}

function Parameter({ parameter }: ParameterProps) {
  return (
    <div className="border-t px-3.5 py-2.5 first:border-t-0">
      <dt className="flex flex-wrap items-baseline gap-x-2">
        <span className="mono text-12 font-medium">{parameter.name}</span>
        <span className="text-12 text-text-3">{parameter.type}</span>
        {parameter.isRequired ? null : <span className="text-12 text-text-3">optional</span>}
      </dt>
      {parameter.description ? (
        <dd className="mt-0.5 max-w-[44rem] text-12 whitespace-pre-line text-text-2">
          {parameter.description}
        </dd>
      ) : null}
    </div>
  );
}
