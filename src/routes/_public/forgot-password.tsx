import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { ForgotPasswordPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/forgot-password')({
  beforeLoad: ({ context }) => context.i18n.load(['page:signIn']),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:forgot.title')),
  component: ForgotPasswordPage,
  staticData: { access: 'public' },
})
