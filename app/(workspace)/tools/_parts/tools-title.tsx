interface ToolsTitleProps {
  readonly children: string;
}

/** The heading of a page about tools: read out everywhere, seen where there is room beside the list of these pages. */
export function ToolsTitle({ children }: ToolsTitleProps) {
  return (
    <span className="max-md:inline-block max-md:w-px max-md:indent-2 max-md:overflow-hidden max-md:align-top">
      {children}
    </span>
  );
}
