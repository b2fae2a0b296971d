/** The logo: three stacked slabs, the lowest widest. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <rect x="7.5" y="4" width="9" height="4.4" rx="1" fill="currentColor" />
      <rect x="5" y="9.8" width="14" height="4.4" rx="1" fill="currentColor" opacity="0.75" />
      <rect x="2.5" y="15.6" width="19" height="4.4" rx="1" fill="var(--brand)" />
    </svg>
  )
}
