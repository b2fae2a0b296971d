import { cn } from '#/lib/cn.ts'
import { UserAvatar } from './user-avatar.tsx'

type Account = { name: string; email: string; image: string | null }

/** What that button is called: all that it shows. */
export const accountLabel = ({ name, email }: Omit<Account, 'image'>) => ({ name: `${name} ${email}` })

/** The classes of the button or link with the signed-in account, in the sidebar or as its picture only. */
export const accountButtonClass = (isPicture: boolean) =>
  cn(
    'flex min-w-0 cursor-pointer items-center gap-2.5 rounded-lg text-left pointer-coarse:min-h-11',
    isPicture
      ? 'size-11 justify-center hover:bg-accent'
      : 'h-11 flex-1 px-2 hover:bg-sidebar-accent rail:size-9 rail:flex-none rail:justify-center rail:px-0',
  )

/** The content of that button. */
export function AccountFace({
  id,
  account,
  isPicture,
}: {
  id: string
  account: Account
  isPicture: boolean
}) {
  return (
    <>
      <UserAvatar id={id} name={account.name} image={account.image} className="size-7 text-[11px]" />
      {isPicture ? null : (
        <span className="contents rail:hidden">
          <NameAndAddress {...account} />
        </span>
      )}
    </>
  )
}

export function NameAndAddress({ name, email }: Pick<Account, 'name' | 'email'>) {
  return (
    <span className="grid min-w-0 flex-1 text-left">
      <span className="truncate leading-4.5 font-medium">{name}</span>{' '}
      <span className="truncate text-xs text-muted-foreground">{email}</span>
    </span>
  )
}
