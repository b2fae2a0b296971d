import type { ComponentProps } from 'react'
import { ProfileImageField } from '#/features/profile/index.ts'
import { SignUpPage } from '#/features/sign-in/index.ts'

const image = {
  Field: ProfileImageField,
  upload: async (file: File) => (await import('./change-profile-image.ts')).uploadProfileImage(file),
}

type SignUpProps = Omit<ComponentProps<typeof SignUpPage>, 'image'> & { signsInAtOnce: boolean }

/** The sign-up page. Asks for a profile image only if sign-up creates a session, which an upload needs. */
export function SignUp({ signsInAtOnce, ...page }: SignUpProps) {
  return <SignUpPage {...page} image={signsInAtOnce ? image : undefined} />
}
