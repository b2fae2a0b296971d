const parts = [
  'React 19',
  'TanStack Start',
  'tRPC',
  'Better Auth',
  'Drizzle',
  'PostgreSQL',
  'Tailwind 4',
  'shadcn/ui',
  'AI SDK',
]

/** The technology stack, as a line of text. */
export function Stack() {
  return (
    <ul className="mx-auto mt-9 flex max-w-72 flex-wrap justify-center gap-x-5 font-medium leading-7 sm:max-w-none lg:gap-x-0">
      {parts.map((part) => (
        <li
          key={part}
          className="whitespace-nowrap lg:not-first:before:px-3 lg:not-first:before:text-muted-foreground lg:not-first:before:content-['·']"
        >
          {part}
        </li>
      ))}
    </ul>
  )
}
