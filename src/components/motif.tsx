/** Four tiles, one of which has come loose: something is missing, or broken. */
export function Motif({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="currentColor"
      stroke="currentColor"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.5 4.5h7v7h-7zm0 9h7v7h-7z" opacity=".22" />
      <path d="M12.5 13.5h7v7h-7z" className="text-brand" />
      <path d="M15.5 1.5l6 3-3 6-6-3z" opacity=".75" />
    </svg>
  )
}
