import { Link } from '@tanstack/react-router'
import { Mark } from '#/components/mark.tsx'
import { brand } from '#/lib/brand.ts'

/** The name of the product, where there are no workspaces to switch between. */
export function BrandLink() {
  return (
    <Link
      to="/dashboard"
      className="flex h-10 min-w-0 items-center gap-2.5 rounded-lg px-2 font-semibold hover:bg-sidebar-accent rail:justify-center"
    >
      <Mark className="size-6 shrink-0" />
      <span className="truncate rail:hidden">{brand.name}</span>
    </Link>
  )
}
