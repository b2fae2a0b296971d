import {
  ArrowRight,
  ChartColumn,
  ChevronDown,
  ChevronRight,
  ChevronsUpDown,
  FileText,
  Globe,
  House,
  KeyRound,
  ListTodo,
  LogOut,
  Menu,
  MessagesSquare,
  Plus,
  ScrollText,
  Search,
  Settings,
  ShieldCheck,
  SunMoon,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { type TranslationKey, useI18n, useTranslate } from '@plinth/core/texts'
import { formatTimeAgo } from '#/lib/format-time-ago.ts'
import { firstLetterOf, firstNameOf } from '@plinth/core/format'
import { baseColor } from './base-color.ts'
import { sample } from './sample.ts'

type Entry = readonly [TranslationKey, LucideIcon]
const home: Entry = ['app:nav.home', House]
const groups: readonly { label: TranslationKey; entries: readonly Entry[] }[] = [
  {
    label: 'app:nav.workspace',
    entries: [
      home,
      ['showcase:nav.posts', FileText],
      ['showcase:nav.todos', ListTodo],
      ['showcase:nav.chat', MessagesSquare],
      ['showcase:nav.members', Users],
    ],
  },
  { label: 'app:nav.examples', entries: [['showcase:nav.permissions', ShieldCheck]] },
  {
    label: 'app:nav.admin',
    entries: [
      ['showcase:nav.adminOverview', ChartColumn],
      ['showcase:nav.users', UserCog],
      ['showcase:nav.audit', ScrollText],
    ],
  },
]
const { alex, ada, ben, cleo, workspace } = sample
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const posts = [
  { name: 'release', author: ada, ago: 5 * MINUTE },
  { name: 'review', author: ben, ago: 2 * HOUR },
  { name: 'incident', author: alex, ago: 96 * HOUR },
  { name: 'onboarding', author: cleo, ago: 144 * HOUR },
] as const
const activity = [
  {
    key: 'showcase:frame.published',
    object: 'showcase:frame.release.title',
    user: ada,
    ago: 5 * MINUTE,
  },
  { key: 'showcase:frame.uploaded', object: 'showcase:answer.file', user: ben, ago: 20 * HOUR },
  { key: 'showcase:frame.joined', object: undefined, user: cleo, ago: 144 * HOUR },
] as const
const STEPS = 4
const PENDING_COUNT = 5

/** A workspace's home page as the product renders it. Below it are two slabs, as in the mark. */
export function ProductFrame() {
  const t = useTranslate()
  return (
    <div
      role="img"
      aria-label={t('showcase:frame.label')}
      className="mt-10 grid justify-items-center sm:mt-14"
    >
      <div
        inert
        className="relative grid h-[620px] w-full overflow-hidden rounded-t-xl rounded-b-sm border border-foreground/18 bg-background shadow-float select-none lg:h-[616px] lg:grid-cols-[232px_minmax(0,1fr)]"
      >
        <Sidebar />
        <div className="flex min-w-0 flex-col">
          <TopBar />
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-5 lg:p-6">
            <Greeting />
            <NextSteps />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <Posts />
              <Activity />
            </div>
          </div>
        </div>
        <PhoneBar />
      </div>
      <span className="relative mt-1 block h-[7px] w-[calc(100%+10px)] rounded-sm bg-foreground/17 sm:mt-[5px] sm:h-2.5 sm:w-[calc(100%+24px)] xl:w-[calc(100%+36px)] dark:bg-foreground/28" />
      <span
        style={{ background: baseColor }}
        className="relative mt-1 block h-[7px] w-[calc(100%+20px)] rounded-sm sm:mt-[5px] sm:h-2.5 sm:w-[calc(100%+48px)] xl:w-[calc(100%+72px)]"
      />
    </div>
  )
}

const rowClass = 'flex h-8 items-center gap-2.5 rounded-lg px-2 font-medium'

function Sidebar() {
  const t = useTranslate()
  return (
    <div className="hidden flex-col gap-0.5 border-r border-sidebar-border bg-sidebar p-3 text-sidebar-foreground lg:flex">
      <p className="mb-1 flex items-center gap-2.5 px-2 py-1.5 font-medium text-foreground">
        <span className="grid size-7 place-items-center rounded-md bg-primary text-xs font-semibold text-primary-foreground">
          {firstLetterOf(workspace)}
        </span>
        {workspace}
        <ChevronsUpDown className="ml-auto size-4 text-muted-foreground" />
      </p>
      {groups.map(({ label, entries }) => (
        <div key={label} className="grid gap-0.5">
          <p className="px-2 pt-2 pb-1 text-xs font-medium text-muted-foreground">{t(label)}</p>
          {entries.map(([text, Icon]) => (
            <p
              key={text}
              className={
                text === home[0] ? `${rowClass} bg-sidebar-accent text-sidebar-accent-foreground` : rowClass
              }
            >
              <Icon className="size-4 shrink-0" strokeWidth={1.75} />
              <span className="truncate">{t(text)}</span>
              {text === 'showcase:nav.todos' ? (
                <span className="ml-auto text-xs font-normal text-muted-foreground tabular-nums">
                  {PENDING_COUNT}
                </span>
              ) : null}
            </p>
          ))}
        </div>
      ))}
      <p className={`${rowClass} mt-auto`}>
        <Settings className="size-4" strokeWidth={1.75} />
        {t('app:nav.settings')}
      </p>
      <div className="-mx-3 mt-2 -mb-1 flex items-center gap-2.5 border-t border-sidebar-border px-5 pt-3 pb-2 text-foreground">
        <UserAvatar {...alex} className="size-7 text-[11px]" />
        <p className="min-w-0 flex-1 truncate font-medium">
          {alex.name}
          <span className="block truncate text-xs font-normal text-muted-foreground">{alex.email}</span>
        </p>
        <LogOut className="size-4 text-muted-foreground" strokeWidth={1.75} />
      </div>
    </div>
  )
}

function TopBar() {
  const t = useTranslate()
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 border-b border-border pr-2 pl-3 text-muted-foreground lg:pl-6">
      <span className="mr-auto flex items-center gap-2.5 font-medium text-foreground lg:hidden">
        <span className="grid size-7 place-items-center rounded-md bg-primary text-xs font-semibold text-primary-foreground">
          {firstLetterOf(workspace)}
        </span>
        {workspace}
        <ChevronsUpDown className="size-4 text-muted-foreground" />
      </span>
      <span className="max-lg:hidden">{workspace}</span>
      <ChevronRight className="mx-1 size-3 max-lg:hidden" />
      <span className="mr-auto font-medium text-foreground max-lg:hidden">{t(home[0])}</span>
      <span className="mr-1 hidden h-8 w-52 items-center gap-2 rounded-lg border border-border bg-card pr-1.5 pl-2.5 text-sm lg:flex">
        <Search className="size-4" strokeWidth={1.75} />
        {t('app:palette.open')}
        <kbd className="ml-auto rounded-sm border border-border bg-background px-1.5 font-sans text-[11px] font-medium">
          {t('app:palette.keys')}
        </kbd>
      </span>
      <span className="grid size-9 place-items-center lg:hidden">
        <Search className="size-4" strokeWidth={1.75} />
      </span>
      <UserAvatar {...alex} className="mx-1.5 size-7 text-[11px] lg:hidden" />
      <span className="grid size-9 place-items-center max-lg:hidden">
        <Globe className="size-4" strokeWidth={1.75} />
      </span>
      <span className="grid size-9 place-items-center max-lg:hidden">
        <SunMoon className="size-4" strokeWidth={1.75} />
      </span>
    </div>
  )
}

function Greeting() {
  const t = useTranslate()
  return (
    <div className="flex items-center justify-between gap-3">
      <div>
        <p className="text-2xl leading-8 font-semibold tracking-[-0.02em]">
          {t('app:dashboard.greeting', { name: firstNameOf(alex) })}
        </p>
        <p className="text-muted-foreground">{t('app:dashboard.intro')}</p>
      </div>
      <span className={buttonVariants({ className: 'max-sm:hidden' })}>
        <Plus className="size-4" />
        {t('showcase:newPost')}
      </span>
    </div>
  )
}

const cardClass = 'rounded-xl border border-border bg-card'
const headClass = 'flex min-h-13 items-center gap-3 px-4 lg:px-5'

function NextSteps() {
  const t = useTranslate()
  return (
    <div className={cardClass}>
      <div className={headClass}>
        <p className="mr-auto text-lg leading-6 font-semibold whitespace-nowrap">
          {t('showcase:frame.steps')}
        </p>
        <span className="grid grid-cols-4 gap-[3px] max-[26rem]:hidden">
          {Array.from({ length: STEPS }, (_, index) => (
            <span
              key={index}
              className={`h-1.5 w-3 rounded-xs sm:w-5 ${index < STEPS - 1 ? 'bg-brand' : 'bg-foreground/9'}`}
            />
          ))}
        </span>
        <span className="text-sm whitespace-nowrap text-muted-foreground">
          {t('showcase:frame.stepsDone')}
        </span>
        <ChevronDown className="size-4 text-muted-foreground" />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-border p-4 lg:px-5">
        <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-brand-muted text-link">
          <KeyRound className="size-4" strokeWidth={1.75} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{t('showcase:frame.passkey')}</p>
          <p className="text-sm text-muted-foreground">{t('showcase:frame.passkeyText')}</p>
        </div>
        <span className={buttonVariants({ variant: 'outline', className: 'max-sm:w-full' })}>
          {t('showcase:frame.passkeyDo')}
        </span>
      </div>
    </div>
  )
}

function Posts() {
  const { t, language } = useI18n()
  const now = new Date(0)
  return (
    <div className={cardClass}>
      <div className={headClass}>
        <p className="mr-auto text-lg leading-6 font-semibold">{t('showcase:frame.posts')}</p>
        <span className="flex items-center gap-1.5 text-sm font-medium">
          {t('showcase:frame.allPosts')}
          <ArrowRight className="size-3.5" />
        </span>
      </div>
      {posts.map(({ name, author, ago }) => (
        <div key={name} className="flex h-[57px] items-center gap-3 border-t border-border px-4 lg:px-5">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{t(`showcase:frame.${name}.title`)}</p>
            <p className="truncate text-sm leading-4.5 text-muted-foreground max-sm:hidden">
              {t(`showcase:frame.${name}.text`)}
            </p>
            <p className="truncate text-sm leading-4.5 text-muted-foreground sm:hidden">
              {author.name} · {formatTimeAgo(new Date(-ago), language, { now })}
            </p>
          </div>
          <UserAvatar {...author} className="size-6 text-[10px] max-sm:hidden" />
          <span className="w-24 truncate text-right text-sm text-muted-foreground max-sm:hidden">
            {formatTimeAgo(new Date(-ago), language, { now })}
          </span>
        </div>
      ))}
    </div>
  )
}

// Placeholders, so that the names can be styled wherever a language puts them.
const NAME = '[name]'
const OBJECT = '[object]'

function Activity() {
  const { t, language } = useI18n()
  const now = new Date(0)
  return (
    <div className={`${cardClass} max-lg:hidden`}>
      <p className={`${headClass} text-lg leading-6 font-semibold`}>{t('showcase:frame.activity')}</p>
      <div className="border-t border-border py-2">
        {activity.map(({ key, object, user, ago }) => (
          <div
            key={key}
            className="group/line relative flex gap-3 px-5 py-2 text-sm leading-4.5 text-muted-foreground"
          >
            <span className="absolute top-9 -bottom-1 left-8 w-px bg-border group-last/line:hidden" />
            <UserAvatar {...user} className="size-6 text-[10px]" />
            <div className="min-w-0">
              <p className="wrap-anywhere">
                {t(key, { name: NAME, object: OBJECT })
                  .split(/(\[name\]|\[object\])/)
                  .map((part) =>
                    part === NAME || part === OBJECT ? (
                      <span key={part} className="font-medium text-foreground">
                        {part === NAME ? user.name : object && t(object)}
                      </span>
                    ) : (
                      part
                    ),
                  )}
              </p>
              <p className="text-xs">{formatTimeAgo(new Date(-ago), language, { now })}</p>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

const phoneEntries: readonly Entry[] = [...(groups[0]?.entries.slice(0, 4) ?? []), ['app:nav.more', Menu]]

function PhoneBar() {
  const t = useTranslate()
  return (
    <div className="absolute inset-x-0 bottom-0 grid h-15 grid-cols-5 border-t border-border bg-card text-[11px] leading-3.5 font-medium text-muted-foreground lg:hidden">
      {phoneEntries.map(([text, Icon]) => (
        <span
          key={text}
          className={`grid min-w-0 content-center justify-items-center gap-1 ${text === home[0] ? 'text-foreground' : ''}`}
        >
          <Icon className="size-5" strokeWidth={1.75} />
          <span className="max-w-full truncate px-0.5">{t(text)}</span>
        </span>
      ))}
    </div>
  )
}
