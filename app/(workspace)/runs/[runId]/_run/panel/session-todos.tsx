"use client";

import { Check, ChevronDown, ChevronRight, Circle, CircleDot, Minus } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState } from "react";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import type { TodoItem } from "@/server/contract/run-event.ts";

interface SessionTodosProps {
  readonly todos: readonly TodoItem[];
}

/** The agent's own list: how far it is, and the items on request. */
export function SessionTodos({ todos }: SessionTodosProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (todos.length === 0) return null;
  const done = todos.filter((todo) => todo.isDone).length;
  const next = todos.find((todo) => todo.state === "in_progress") ?? todos.find((todo) => !todo.isDone);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setIsOpen} className="border-t">
      <Collapsible.Trigger className="flex h-8 w-full items-center gap-2 px-4 text-left text-12 focus-inside hover:bg-surface-2 pointer-coarse:h-11">
        <span aria-hidden="true" className="h-1 w-10 flex-none overflow-hidden rounded-full bg-surface-3">
          <span
            className={done === todos.length ? "block h-full bg-st-done" : "block h-full bg-text-2"}
            style={{ width: `${(done / todos.length) * 100}%` }}
          />
        </span>
        <span className="num flex-none text-text-2">
          {done} of {todos.length}
          <span className="sr-only"> todos done</span>
        </span>
        <span className="min-w-0 flex-1 truncate text-text-3">
          {isOpen ? "" : (next?.text ?? "All done")}
        </span>
        <Chevron className="size-3 text-text-3" />
      </Collapsible.Trigger>
      <Collapsible.Content>
        <ScrollBox aria-label="Todos" className="max-h-40 overflow-y-auto px-4 pb-2 focus-inside">
          <ul>
            {todos.map((todo) => (
              <li key={todo.id} className="flex items-start gap-2 py-0.5 text-12">
                <TodoMark todo={todo} />
                <span dir="auto" className={todo.isDone ? "text-text-3" : ""}>
                  {todo.text}
                </span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

function TodoMark({ todo }: { readonly todo: TodoItem }) {
  if (todo.state === "cancelled")
    return <Minus className="mt-0.5 size-3 text-text-3" aria-label="Given up" />;
  if (todo.state === "in_progress")
    return <CircleDot className="mt-0.5 size-3 text-text-2" aria-label="At work" />;
  return todo.isDone ? (
    <Check className="mt-0.5 size-3 text-st-done" aria-label="Done" />
  ) : (
    <Circle className="mt-0.5 size-3 text-text-3" aria-label="Open" />
  );
}
