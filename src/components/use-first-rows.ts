import { useHydrated } from '@tanstack/react-router'
import { FIRST_ROWS } from '@plinth/core/page'

/** The rows of a list that are rendered: the first ones on the server and during hydration, then all. */
export const useFirstRows = <Row>(rows: readonly Row[]): readonly Row[] =>
  useHydrated() ? rows : rows.slice(0, FIRST_ROWS)
