import { ChevronDown, Ellipsis, Mail, Plus } from 'lucide-react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { sample } from './sample.ts'
import { pieceClass, Tile } from './tile.tsx'

const { ada, ben, cleo, invited } = sample
const members = [
  { ...ada, role: 'owner' },
  { ...ben, role: 'admin' },
  { ...cleo, role: 'member' },
] as const
const rowClass =
  'grid h-13 grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-3 border-t border-border px-3 sm:grid-cols-[1.75rem_minmax(0,1fr)_6.5rem_1.25rem] sm:px-4'

/** The members of an organization with an invitation. */
export function MembersTile() {
  const t = useTranslate()
  return (
    <Tile name="members" className="lg:col-span-7">
      <div className={pieceClass}>
        <div className="flex min-h-14 items-center justify-between gap-3 px-4">
          <p className="text-lg leading-6 font-semibold whitespace-nowrap">
            {t('showcase:nav.members')}{' '}
            <span className="font-normal text-muted-foreground">{members.length + 1}</span>
          </p>
          <span className={buttonVariants({ size: 'sm', className: 'pointer-coarse:h-8' })}>
            <Plus className="size-4 max-sm:hidden" />
            {t('showcase:members.invite')}
          </span>
        </div>
        {members.map(({ role, ...user }) => (
          <div key={user.id} className={rowClass}>
            <UserAvatar {...user} className="size-7 text-[11px]" />
            <NameAndEmail name={user.name} text={user.email} />
            {role === 'owner' ? (
              <span className="px-2.5 text-sm font-medium text-muted-foreground">
                {t('roles:owner.name')}
              </span>
            ) : (
              <span className="flex h-7 items-center gap-1 px-2.5 text-sm font-medium">
                {t(`roles:${role}.name`)}
                <ChevronDown className="size-3 text-muted-foreground" />
              </span>
            )}
            <Ellipsis className="size-4 text-muted-foreground max-sm:hidden" />
          </div>
        ))}
        <div className={rowClass}>
          <span className="grid size-7 place-items-center rounded-full border border-border text-muted-foreground">
            <Mail className="size-3.5" />
          </span>
          <NameAndEmail name={invited} text={t('showcase:members.invited')} />
          <Ellipsis className="col-start-4 size-4 text-muted-foreground max-sm:hidden" />
        </div>
      </div>
    </Tile>
  )
}

function NameAndEmail({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="truncate font-medium">{name}</p>
      <p className="truncate text-sm leading-4.5 text-muted-foreground">{text}</p>
    </div>
  )
}
