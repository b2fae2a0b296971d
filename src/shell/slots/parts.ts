import { features } from './features.ts'
import { type NamedPart, named } from '@plinth/core/app'

const installed = new Set(features.map(({ name }) => name))

/** Returns what the installed features bring in files that were found by name, such as `account.home.ts`. */
export const partsOf = <Part>(files: Record<string, Part>): readonly NamedPart<Part>[] =>
  named(files).filter(({ name }) => installed.has(name))

export const byOrder = (one: { order: number }, other: { order: number }): number => one.order - other.order
