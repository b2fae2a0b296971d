import { FileText, House, MoreHorizontal, SearchX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { FilterChips } from '#/components/data-table/filter-chips.tsx'
import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { Mark } from '#/components/mark.tsx'
import { MenuButton } from '#/components/menu-button.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import {
  Breadcrumb,
  BreadcrumbItem,
  BreadcrumbLink,
  BreadcrumbList,
  BreadcrumbPage,
  BreadcrumbSeparator,
} from '#/components/ui/breadcrumb.tsx'
import { Button } from '#/components/ui/button.tsx'
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '#/components/ui/card.tsx'
import { FieldSeparator } from '#/components/ui/field.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import {
  Sidebar,
  SidebarContent,
  SidebarFooter,
  SidebarGroup,
  SidebarGroupLabel,
  SidebarInset,
  SidebarMenu,
  SidebarMenuButton,
  SidebarMenuItem,
  SidebarProvider,
  SidebarTrigger,
} from '#/components/ui/sidebar.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { ReferenceLink, ReferredUser } from '#/components/reference-link.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { Row } from './row.tsx'

const nothing = () => {}
const users = ['Ada', 'Ines García', 'Max'].map((name, index) => ({
  id: `user-${index}`,
  name,
  isAdmin: index === 0,
  at: new Date(Date.UTC(2026, 0, 10 - index)),
}))

export function ExampleTable() {
  const { t, language } = useI18n()
  const [chosen, setChosen] = useState<readonly string[]>([users[0]?.id ?? ''])
  const [direction, setDirection] = useState<'asc' | 'desc'>('asc')
  const rows = direction === 'asc' ? users : users.toReversed()
  const columns: Column<(typeof users)[number]>[] = [
    {
      key: 'name',
      head: t('gallery:name'),
      sort: { direction, onSort: () => setDirection(direction === 'asc' ? 'desc' : 'asc') },
      renderCell: ({ id, name }) => (
        <span className="flex items-center gap-2">
          <UserAvatar id={id} name={name} image={null} className="size-7" />
          <span id={`example-${id}`}>{name}</span>
        </span>
      ),
    },
    {
      key: 'role',
      head: t('gallery:role'),
      renderCell: ({ isAdmin }) =>
        isAdmin ? <Badge variant="secondary">{t('gallery:choices.a')}</Badge> : null,
    },
    {
      key: 'when',
      head: t('gallery:when'),
      renderCell: ({ at }) => <TimeAgo at={at} language={language} />,
    },
    {
      key: 'actions',
      head: t('gallery:actions'),
      isActions: true,
      renderCell: ({ name }) => <ExampleMenu label={`${t('gallery:actions')}: ${name}`} />,
    },
  ]
  return (
    <>
      <DataTable
        label={t('gallery:sections.table')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        selection={{
          isOnPhone: true,
          all: {
            label: t('gallery:selectAll'),
            isChosen: chosen.length === users.length,
            isMixed: chosen.length > 0 && chosen.length < users.length,
            onToggle: () => setChosen(chosen.length === users.length ? [] : users.map(({ id }) => id)),
          },
          of: ({ id }) => ({
            label: t('gallery:select'),
            of: `example-${id}`,
            isChosen: chosen.includes(id),
            isLocked: false,
            onToggle: () =>
              setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]),
          }),
        }}
      />
      <FilterChips
        chips={users.map(({ id, name }) => ({ key: id, text: name, change: undefined }))}
        words={{
          chosen: t('gallery:filters'),
          remove: (name) => t('gallery:remove', { name }),
          clear: t('gallery:clear'),
        }}
        nothing={undefined}
        onNarrow={nothing}
      />
      {[false, true].map((isFetchingNextPage) => (
        <MoreButton
          key={String(isFetchingNextPage)}
          pages={{ hasNextPage: true, isFetchingNextPage, fetchNextPage: () => Promise.resolve() }}
          label={t('gallery:more')}
          pendingLabel={t('app:pending.loading')}
        />
      ))}
    </>
  )
}

const choices = ['a', 'b', 'c'] as const

/** A menu with an entry of each kind. */
export function ExampleMenu({ label }: { label: string }) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<string>('a')
  return (
    <MenuButton
      aria-label={label}
      menuLabel={label}
      align="end"
      className="grid size-9 cursor-pointer place-items-center rounded-lg hover:bg-accent"
      groups={[
        {
          key: 'choice',
          heading: t('gallery:role'),
          entries: choices.map((key) => ({
            key,
            label: t(`gallery:choices.${key}`),
            isChosen: chosen === key,
            onSelect: () => setChosen(key),
          })),
        },
        {
          key: 'acts',
          entries: [
            { key: 'open', label: t('gallery:open'), Icon: MoreHorizontal, onSelect: nothing },
            { key: 'delete', label: t('gallery:delete'), Icon: Trash2, isDangerous: true, onSelect: nothing },
          ],
        },
      ]}
    >
      <MoreHorizontal className="size-4" aria-hidden="true" />
    </MenuButton>
  )
}

const failure = { code: 'errors:unexpected', params: {}, requestId: '01JD8Q4V7ZK3' }

export function Loading() {
  const skeleton = <Skeletons heights={['h-5 w-40', 'h-11', 'h-11', 'h-11']} />
  return (
    <>
      {[undefined, failure].map((each) => (
        <LoadState
          key={each?.code ?? 'loading'}
          data={undefined}
          failure={each}
          onRetry={nothing}
          skeleton={skeleton}
        >
          {() => null}
        </LoadState>
      ))}
    </>
  )
}

export function Empties() {
  const t = useTranslate()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <EmptyState
        title={t('gallery:emptyTitle')}
        text={t('gallery:emptyText')}
        action={<Button>{t('gallery:open')}</Button>}
      />
      <EmptyState
        title={t('gallery:nothingFound')}
        text={t('gallery:nothingFoundText')}
        action={<Button variant="outline">{t('gallery:clear')}</Button>}
        media={<SearchX className="size-6" aria-hidden="true" />}
      />
    </div>
  )
}

/** Tabs and a sidebar, written like the examples of shadcn, and a segmented control. */
export function Navigation() {
  const t = useTranslate()
  const [segment, setSegment] = useState<string>('a')
  const tabs = choices.map((value) => ({
    value,
    label: t(`gallery:choices.${value}`),
    text: `${t('gallery:sentence')} (${value})`,
  }))
  return (
    <>
      <Tabs defaultValue="a">
        <TabsList aria-label={t('gallery:role')}>
          {tabs.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map(({ value, text }) => (
          <TabsContent key={value} value={value}>
            {text}
          </TabsContent>
        ))}
      </Tabs>
      <div role="group" aria-label={t('gallery:role')} className={`${segmentClass} justify-self-start`}>
        {tabs.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === segment}
            className={segmentItemClass}
            onClick={() => setSegment(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <SidebarProvider className="min-h-72 overflow-clip rounded-xl border border-border max-md:hidden">
        <Sidebar>
          <SidebarContent className="static">
            <SidebarGroup>
              <SidebarGroupLabel>{t('gallery:actions')}</SidebarGroupLabel>
              <SidebarMenu>
                <SidebarMenuItem>
                  <SidebarMenuButton isActive tooltip={t('gallery:open')}>
                    <House aria-hidden="true" />
                    <span>{t('gallery:open')}</span>
                  </SidebarMenuButton>
                </SidebarMenuItem>
                <SidebarMenuItem>
                  <SidebarMenuButton
                    tooltip={t('gallery:save')}
                    render={
                      <a href="#navigation">
                        <FileText aria-hidden="true" />
                        <span>{t('gallery:save')}</span>
                      </a>
                    }
                  />
                </SidebarMenuItem>
              </SidebarMenu>
            </SidebarGroup>
          </SidebarContent>
          <SidebarFooter className="static p-2">
            <SidebarTrigger aria-label={t('gallery:sidebar')} />
          </SidebarFooter>
        </Sidebar>
        <SidebarInset className="p-4">{t('gallery:sentence')}</SidebarInset>
      </SidebarProvider>
    </>
  )
}

const MINUTE_MS = 60_000
const ages = [0, 5 * MINUTE_MS, 3 * 60 * MINUTE_MS, 50 * 60 * MINUTE_MS]

export function SmallParts() {
  const { t, language } = useI18n()
  const [now] = useState(() => Date.now())
  return (
    <>
      <Card className="max-w-[30rem]">
        <CardHeader>
          <CardTitle>{t('gallery:title')}</CardTitle>
          <CardDescription>{t('gallery:hint')}</CardDescription>
          <CardAction>
            <Button variant="outline" size="sm">
              {t('gallery:open')}
            </Button>
          </CardAction>
        </CardHeader>
        <CardContent>{t('gallery:sentence')}</CardContent>
        <CardFooter>
          <Button>{t('gallery:save')}</Button>
        </CardFooter>
      </Card>
      <Row name="Avatar">
        {users.map(({ id, name }) => (
          <UserAvatar key={id} id={id} name={name} image={null} />
        ))}
        <UserAvatar id="image" name={brand.name} image="/favicon.svg" />
        <UserAvatar id="square" name={brand.name} image={null} isSquare className="size-12 text-lg" />
      </Row>
      <Row name="Reference">
        <ReferenceLink
          to={{ id: 'a', title: t('gallery:title'), image: null, path: '/dev/components' }}
          missing=""
        />
        <ReferredUser to={{ id: 'b', title: brand.name, image: null, path: null }} missing="" />
        <ReferenceLink to={null} missing={t('app:choices.gone')} />
      </Row>
      <Row name="Breadcrumb">
        <Breadcrumb aria-label={t('gallery:crumbs')}>
          <BreadcrumbList>
            <BreadcrumbItem>
              <BreadcrumbLink href="#small">{t('gallery:title')}</BreadcrumbLink>
            </BreadcrumbItem>
            <BreadcrumbItem>
              <BreadcrumbSeparator />
              <BreadcrumbPage>{t('gallery:sections.small')}</BreadcrumbPage>
            </BreadcrumbItem>
          </BreadcrumbList>
        </Breadcrumb>
      </Row>
      <FieldSeparator className="max-w-[30rem]">{t('gallery:label')}</FieldSeparator>
      <Row name="Kbd">
        <Kbd>{t('app:palette.keys')}</Kbd>
      </Row>
      <Row name="Spinner">
        <Spinner />
        <Spinner className="size-6 text-muted-foreground" />
      </Row>
      <Row name="TimeAgo">
        {ages.map((age) => (
          <TimeAgo key={age} at={new Date(now - age)} language={language} />
        ))}
      </Row>
      <Row name="Mark">
        <Mark />
        <Mark className="size-10" />
      </Row>
    </>
  )
}
