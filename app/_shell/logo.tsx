interface LogoProps {
  readonly className?: string;
}

/** The mark: an org chart in a cell. */
export function Logo({ className = "size-8" }: LogoProps) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M16 4.6 25.9 10.3v11.4L16 27.4 6.1 21.7V10.3z" />
      <circle cx="16" cy="11.4" r="2.1" fill="currentColor" stroke="none" />
      <circle cx="11.4" cy="19.6" r="2.1" fill="currentColor" stroke="none" />
      <circle cx="20.6" cy="19.6" r="2.1" fill="currentColor" stroke="none" />
      <path d="M16 11.4v4.1M11.4 19.6v-4.1h9.2v4.1" strokeWidth="1.4" />
    </svg>
  );
}
