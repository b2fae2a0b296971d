import { useMutation, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useId, useState, type ComponentType } from 'react'
import { failureOf } from '@plinth/core/page'
import { useFormTexts } from '../form/form-texts.tsx'
import { LoadState, RowsSkeleton } from '../load-state.tsx'
import { MoreButton } from '../more-button.tsx'
import { Panel } from '../panel.tsx'
import { rowMotion } from '../row-motion.ts'
import { Button } from '../ui/button.tsx'
import { EditRow } from './edit-row.tsx'
import type { RowColumn, ShownRow } from './row-column.ts'
import { runOf, type RowFormOf, type RowProcedures } from './row-procedures.ts'
import type { SectionRowProps } from './section-row.tsx'

type RowSectionProps<Fields, Row extends ShownRow, Of> = {
  rows: RowProcedures<Fields, Of>
  /** What a new row has besides the fields of the form: the id of what it belongs to. */
  of: Of
  texts: { title: string; new: string; empty: string }
  /** Of `useInfiniteQuery`. */
  pages: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>, unknown>
  columns: readonly RowColumn<Row>[]
  /** The empty form. */
  initial: object
  Form: RowFormOf<Fields, Row>
  mayCreate: boolean
  /** A `SectionRow` with what the user may do with a row. */
  Row: ComponentType<SectionRowProps<Row>>
}

/** The rows that belong to the row of a page, below it: each is added, edited and deleted in its place. */
export function RowSection<Fields, Row extends ShownRow, Of>(props: RowSectionProps<Fields, Row, Of>) {
  const { rows, texts, pages, columns, Form, mayCreate, Row: ShownAs } = props
  const translate = useFormTexts()
  const { pathname, search } = useLocation()
  // The row whose form is open, or `new`.
  const [open, setOpen] = useState<string>()
  const close = () => setOpen(undefined)
  const items = pages.data?.pages.flatMap((page) => page.items)
  const failure = pages.error ? failureOf(pages.error) : undefined
  const id = useId()
  // Two open forms could have fields of one name.
  if ('edit' in search && search.edit === true) return null
  return (
    <div className="mt-10 max-w-3xl">
      <Panel
        id={id}
        title={texts.title}
        aside={
          mayCreate && open !== 'new' ? (
            <Button
              variant="outline"
              size="sm"
              onClick={() => setOpen('new')}
              className="max-sm:w-11 max-sm:px-0!"
            >
              <Plus className="size-3.5 pointer-coarse:size-4" aria-hidden="true" />
              <span className="max-sm:sr-only">{texts.new}</span>
            </Button>
          ) : null
        }
      >
        <LoadState
          isInCard
          data={items}
          failure={failure}
          onRetry={() => void pages.refetch()}
          skeleton={<RowsSkeleton isText count={3} />}
        >
          {(shown) => (
            <>
              {shown.length === 0 ? (
                <p className="px-4 py-4 text-muted-foreground md:px-5">{texts.empty}</p>
              ) : (
                <ul ref={rowMotion} aria-labelledby={id} className="divide-y divide-border/60">
                  {shown.map((row) => (
                    <li key={row.id}>
                      {open === row.id ? (
                        <div className="p-4 md:p-5">
                          <EditRow
                            isPart
                            {...{ rows, row, columns, Form }}
                            title={translate('rows:edit')}
                            list={pathname}
                            onDone={close}
                          />
                        </div>
                      ) : (
                        <ShownAs {...{ rows, row, columns }} onEdit={() => setOpen(row.id)} />
                      )}
                    </li>
                  ))}
                </ul>
              )}
              <div className="px-4 pb-4 empty:hidden md:px-5">
                <MoreButton
                  pages={pages}
                  failure={failure}
                  label={translate(failure ? 'rows:retry' : 'rows:more')}
                  pendingLabel={translate('rows:loadingMore')}
                />
              </div>
            </>
          )}
        </LoadState>
        {open === 'new' ? <NewForm {...props} onDone={close} /> : null}
      </Panel>
    </div>
  )
}

type NewFormProps<Fields, Row extends ShownRow, Of> = RowSectionProps<Fields, Row, Of> & {
  onDone: () => void
}

function NewForm<Fields, Row extends ShownRow, Of>(props: NewFormProps<Fields, Row, Of>) {
  const { rows, of, texts, initial, Form, onDone } = props
  const { pathname } = useLocation()
  const create = useMutation(runOf(rows.create))
  return (
    <div className="border-t border-border p-4 md:p-5">
      <Form
        isPart
        title={texts.new}
        draft={`${pathname} ${texts.new}`}
        initial={initial}
        queries={rows.pathFilter()}
        onSubmit={(fields, { id }) => create.mutateAsync({ ...fields, ...of, id })}
        onDone={onDone}
      />
    </div>
  )
}
