import { Link } from '@tanstack/react-router'
import { ImagePlus, MailCheck } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { FormFrame } from '#/components/form/app-form.tsx'
import type { ChosenImage } from '#/components/form/use-image.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { PasswordStrength } from '#/components/form/password-strength.tsx'
import { OtherMethods, type OtherMethodsProps } from './other-methods.tsx'
import { searchOf, type SignInTarget } from './sign-in-target.ts'
import { ImageNotSaved, type ImageRefusal } from './image-not-saved.tsx'
import { useSignUp } from './use-sign-up.ts'

type OnChoose = { onChoose(image: ChosenImage | undefined): void }
type ProfileImage = {
  Field: ComponentType<OnChoose>
  /** Uploads it for the new user. Returns the error. */
  upload: (file: File) => Promise<ImageRefusal | undefined>
}
type SignUpPageProps = OtherMethodsProps & {
  target: SignInTarget
  /** The initial email, from an invitation. */
  email?: string
  /** Only where sign-up creates a session. */
  image?: ProfileImage
}

/** Asks for name, email and password. Signs in immediately unless addresses must be verified first. */
export function SignUpPage({ target, email = '', image, ...others }: SignUpPageProps) {
  const t = useTranslate()
  const { form, failure, mailedTo, picture, choosePicture, refusedImage } = useSignUp({
    email,
    redirectTo: target.redirectTo,
    upload: image?.upload,
  })
  if (refusedImage && picture && image) {
    return (
      <ImageNotSaved
        refusal={refusedImage}
        retry={() => image.upload(picture)}
        onDone={() => location.assign(target.redirectTo)}
      />
    )
  }
  if (mailedTo !== undefined) {
    return (
      <AuthPage
        isNews
        Icon={MailCheck}
        title={t('sign-in:signUp.checkMail')}
        intro={t('sign-in:signUp.checkMailText', { email: mailedTo })}
      >
        <Link to="/login" className={buttonVariants({ variant: 'outline' })}>
          {t('sign-in:forgot.back')}
        </Link>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      isLong
      title={t('sign-in:signUp.title')}
      intro={target.isFurther ? t('sign-in:signIn.addIntro') : t('sign-in:signUp.intro')}
      footer={
        <>
          {t('sign-in:signUp.haveAccount')}{' '}
          <Link
            to="/login"
            search={{ ...searchOf(target), ...(email !== '' && { email }) }}
            className={textLink}
          >
            {t('sign-in:signUp.login')}
          </Link>
        </>
      }
    >
      <OtherMethods {...others} page="/register" target={target} />
      <FormFrame form={form} draft={undefined} method="post">
        {failure ? <Alert variant="destructive">{t(failure.code, failure.params)}</Alert> : null}
        <div className="grid grid-cols-2 gap-x-3">
          <form.AppField name="firstName">
            {(field) => (
              <field.Text
                label={t('sign-in:fields.firstName')}
                placeholder={t('sign-in:fields.firstNamePlaceholder')}
                autoComplete="given-name"
                required
              />
            )}
          </form.AppField>
          <form.AppField name="lastName">
            {(field) => (
              <field.Text
                label={t('sign-in:fields.lastName')}
                placeholder={t('sign-in:fields.lastNamePlaceholder')}
                autoComplete="family-name"
              />
            )}
          </form.AppField>
        </div>
        <form.AppField name="email">
          {(field) => (
            <field.Text
              label={t('sign-in:fields.email')}
              type="email"
              placeholder={t('sign-in:fields.emailPlaceholder')}
              autoComplete="email"
              required
            />
          )}
        </form.AppField>
        <form.AppField name="password">
          {(field) => (
            <div className="grid gap-2">
              <field.Password
                label={t('sign-in:fields.password')}
                hint={t('sign-in:signUp.passwordHint')}
                autoComplete="new-password"
                required
                showLabel={t('sign-in:fields.showPassword')}
                hideLabel={t('sign-in:fields.hidePassword')}
              />
              <PasswordStrength password={field.state.value} />
            </div>
          )}
        </form.AppField>
        <form.AppField name="passwordConfirmation">
          {(field) => (
            <field.Password
              label={t('sign-in:fields.passwordConfirmation')}
              autoComplete="new-password"
              required
              showLabel={t('sign-in:fields.showPassword')}
              hideLabel={t('sign-in:fields.hidePassword')}
            />
          )}
        </form.AppField>
        {image ? <Photo Field={image.Field} onChoose={choosePicture} /> : null}
        <form.Submit pendingLabel={t('sign-in:signUp.pending')}>{t('sign-in:signUp.submit')}</form.Submit>
      </FormFrame>
    </AuthPage>
  )
}

/** The profile image, collapsed because few users choose one here. A chosen image is always shown. */
function Photo({ Field, onChoose }: OnChoose & Pick<ProfileImage, 'Field'>) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-2 rounded-sm font-medium text-muted-foreground transition duration-[120ms] hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ImagePlus className="size-4" strokeWidth={1.75} aria-hidden="true" />
        {t('sign-in:signUp.addPhoto')}
      </summary>
      <div className="pt-3">
        <Field
          onChoose={(file) => {
            setOpen(true)
            onChoose(file)
          }}
        />
      </div>
    </details>
  )
}
