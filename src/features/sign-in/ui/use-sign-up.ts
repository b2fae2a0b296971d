import { useState } from 'react'
import { focusFirstInvalid, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { useImage } from '#/components/form/use-image.ts'
import { postToAuth, type AuthFailure } from './auth-request.ts'
import { signUpFields } from '../sign-up.schema.ts'
import type { ImageRefusal } from './image-not-saved.tsx'

const empty = { firstName: '', lastName: '', email: '', password: '', passwordConfirmation: '' }

type Options = {
  email: string
  redirectTo: string
  /** Uploads the chosen image for the new user. Returns the error. */
  upload: ((file: File) => Promise<ImageRefusal | undefined>) | undefined
}

/**
 * The form of a sign-up and what became of it: refused, to be verified by mail, or signed in without the
 * image.
 */
export function useSignUp({ email, redirectTo, upload }: Options) {
  const [failure, setFailure] = useState<AuthFailure>()
  const [mailedTo, setMailedTo] = useState<string>()
  const { image, readyImage, onChoose } = useImage()
  const [refusedImage, setRefusedImage] = useState<ImageRefusal>()
  const form = useAppForm({
    defaultValues: { ...empty, email },
    validators: { onSubmit: signUpFields },
    onSubmit: async ({ value: { passwordConfirmation: _, ...account } }) => {
      setFailure(undefined)
      const picture = await readyImage()
      if (picture === 'invalid') return focusFirstInvalid()
      const { refused, signedIn } = await postToAuth('/sign-up/email', {
        ...account,
        callbackURL: redirectTo,
      })
      if (refused) {
        if (!showRefusal(form, refused)) setFailure(refused)
      } else if (!signedIn) setMailedTo(account.email)
      else {
        // The account exists even if the image upload fails.
        const refusal = picture && (await upload?.(picture))
        if (refusal) setRefusedImage(refusal)
        else location.assign(redirectTo)
      }
    },
  })
  return { form, failure, mailedTo, picture: image, choosePicture: onChoose, refusedImage }
}
