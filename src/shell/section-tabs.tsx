import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAbsent, Part } from '#/components/part/part.tsx'
import { frame } from './slots/layout.ts'

const isReachable = ({ status }: { status: string }) => status === 'success' || status === 'pending'

type SectionTabsProps = { className: string; otherwise?: ReactNode }

/** The tabs of the section of this page, which may be pending. Their texts are among those of the shell. */
export function SectionTabs({ className, otherwise }: SectionTabsProps) {
  const path = useMatches({
    select: (matches) => matches.findLast(isReachable)?.pathname ?? '',
  })
  const { tabs } = frame
  return tabs && path.startsWith(tabs.path) ? (
    <div className={className}>
      <Part failed={isAbsent}>
        <tabs.Tabs />
      </Part>
    </div>
  ) : (
    otherwise
  )
}
