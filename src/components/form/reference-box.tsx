import { Combobox } from '@base-ui/react/combobox'
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'
import { ChevronDown, X } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { inputClass } from '#/components/ui/input.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { cn } from '#/lib/cn.ts'
import { failureOf } from '@plinth/core/page'
import { useFormTexts } from './form-texts.tsx'

const TYPING_PAUSE_MS = 200

/** Something that can be chosen, by its id; `path` is that of its page. */
type Choice = { id: string; title: string; image: string | null; path: string | null }

/** The query of the choices with the words of a search, or of the one with an id. */
export type ChoicesQuery = UseQueryOptions<
  Choice[],
  TRPCClientErrorLike<AnyTRPCRouter>,
  Choice[],
  TRPCQueryKey
>

export type ReferenceProps = {
  choices: (asked: { search: string } | { id: string }) => ChoicesQuery
  /** Whether they are users, shown with their picture. */
  hasFaces?: boolean
  disabled?: boolean
}

type ReferenceBoxProps = ReferenceProps & {
  input: ComponentProps<'input'>
  canClear: boolean | undefined
  value: string | null
  onValueChange: (id: string | null) => void
  /** Whether it begins with the focus and its list open. */
  startsOpen?: boolean
}

/** A combobox whose choices are found by typing. */
export function ReferenceBox({
  choices,
  hasFaces,
  disabled,
  input,
  canClear,
  value,
  onValueChange,
  startsOpen = false,
}: ReferenceBoxProps) {
  const translate = useFormTexts()
  const [isOpen, setOpen] = useState(startsOpen)
  const { typed, search, type } = useTyping()
  const found = useQuery({
    ...choices({ search }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { chosen, setPicked } = useChosen(choices, value)
  const isGone = value !== null && chosen === null
  const hasClear = canClear === true && value !== null
  return (
    <Combobox.Root<Choice>
      items={found.data ?? []}
      filter={null}
      value={chosen ?? null}
      isItemEqualToValue={(one, other) => one.id === other.id}
      itemToStringLabel={({ title }) => title}
      onValueChange={(choice) => {
        setPicked(choice)
        type(undefined)
        onValueChange(choice?.id ?? null)
      }}
      inputValue={typed ?? chosen?.title ?? ''}
      onInputValueChange={(text, { reason }) =>
        type(reason === 'input-change' || reason === 'input-clear' ? text : undefined)
      }
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (!open) type(undefined)
      }}
      autoHighlight
      disabled={disabled}
    >
      <div className="relative">
        <Combobox.Input
          {...input}
          autoFocus={startsOpen}
          placeholder={isGone ? translate('app:choices.gone') : input.placeholder}
          className={cn(
            inputClass,
            'h-9 pr-9 text-ellipsis pointer-coarse:h-11',
            hasClear && 'pr-17 pointer-coarse:pr-20',
          )}
        />
        <ChevronDown
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted-foreground"
          aria-hidden="true"
        />
        {hasClear ? (
          <button
            type="button"
            disabled={disabled}
            aria-label={translate('app:choices.clear')}
            onClick={() => {
              type(undefined)
              onValueChange(null)
            }}
            className="absolute inset-y-0 right-8 grid w-8 cursor-pointer place-items-center rounded-lg text-muted-foreground hover:text-foreground pointer-coarse:w-11"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <ChoiceList found={found} hasFaces={hasFaces} />
    </Combobox.Root>
  )
}

/** The text in the box, and the search for it after a pause. */
function useTyping() {
  const [typed, setTyped] = useState<string>()
  const [search, setSearch] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  /** Undefined shows the choice again. */
  function type(text: string | undefined) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(setSearch, text ? TYPING_PAUSE_MS : 0, text ?? '')
  }
  return { typed, search, type }
}

/** What the value names, as it was picked here or read: null for what is gone, undefined until it is read. */
function useChosen(choices: ReferenceProps['choices'], value: string | null) {
  const [picked, setPicked] = useState<Choice | null>(null)
  const isPicked = value !== null && picked?.id === value
  const { data } = useQuery({
    ...choices({ id: value ?? '' }),
    enabled: value !== null && !isPicked,
    staleTime: 0,
  })
  return { chosen: value === null ? null : isPicked ? picked : data && (data[0] ?? null), setPicked }
}

type ChoiceListProps = {
  found: { data: Choice[] | undefined; error: TRPCClientErrorLike<AnyTRPCRouter> | null }
  hasFaces: boolean | undefined
}

function ChoiceList({ found: { data, error }, hasFaces }: ChoiceListProps) {
  const translate = useFormTexts()
  const failure = error && failureOf(error)
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} collisionPadding={8} className="z-50">
        <Combobox.Popup
          data-slot="combobox-popup"
          className="max-h-[min(20rem,var(--available-height))] w-max max-w-[min(24rem,var(--available-width))] min-w-(--anchor-width) overflow-y-auto overscroll-contain rounded-xl border border-border bg-popover text-popover-foreground shadow-float outline-none"
        >
          <Combobox.Status className="text-sm text-muted-foreground not-empty:px-4 not-empty:py-2.5">
            {failure
              ? translate(failure.code, failure.params)
              : data
                ? data.length === 0 && translate('app:choices.nothing')
                : translate('app:pending.loading')}
          </Combobox.Status>
          <Combobox.List className="not-empty:p-1">
            {(choice: Choice) => (
              <Combobox.Item
                key={choice.id}
                value={choice}
                className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1.5 outline-none data-[highlighted]:bg-accent data-[selected]:font-medium pointer-coarse:min-h-11"
              >
                {hasFaces ? (
                  <UserAvatar
                    id={choice.id}
                    name={choice.title}
                    image={choice.image}
                    className="size-6 text-[10px]"
                  />
                ) : null}
                <span className="min-w-0 truncate">{choice.title}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
