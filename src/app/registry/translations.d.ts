import type account from '#/features/account/locales/en.json'
import type administration from '#/features/administration/locales/en.json'
import type ai from '#/core/ai/locales/en.json'
import type app from '../locales/en.json'
import type chat from '#/features/chat/locales/en.json'
import type auditLog from '#/features/audit-log/locales/en.json'
import type builtIn from '#/features/chat/server/built-in/locales/en.json'
import type documents from '#/features/documents/locales/en.json'
import type email from '#/core/email/locales/en.json'
import type errors from '#/core/i18n/errors/locales/en.json'
import type home from '#/features/home/locales/en.json'
import type showcase from '#/features/home/ui/showcase/locales/en.json'
import type gallery from '#/features/gallery/locales/en.json'
import type mailbox from '#/features/mailbox/locales/en.json'
import type organizations from '#/features/organizations/locales/en.json'
import type overview from '../pages/overview/locales/en.json'
import type permissions from '../pages/permissions/locales/en.json'
import type posts from '#/features/posts/locales/en.json'
import type providers from '#/core/auth/providers/locales/en.json'
import type preferences from '#/features/preferences/locales/en.json'
import type profile from '#/features/profile/locales/en.json'
import type settings from '../pages/settings/locales/en.json'
import type security from '#/core/auth/security/locales/en.json'
import type todos from '#/features/todos/locales/en.json'
import type twoFactor from '#/features/two-factor/locales/en.json'
import type signIn from '#/features/sign-in/locales/en.json'
import type signInMails from '#/features/sign-in/server/sign-in-mails/locales/en.json'
import type accountMails from '#/features/account/server/account-mails/locales/en.json'
import type organizationMails from '#/features/organizations/server/organization-mails/locales/en.json'
import type administrationMails from '#/features/administration/server/administration-mails/locales/en.json'

// One line per namespace, maintained by `npm run new:feature` and `remove:feature`.
declare module '#/core/i18n/keys.ts' {
  interface TranslationResources {
    account: typeof account
    ai: typeof ai
    administration: typeof administration
    app: typeof app
    chat: typeof chat
    'audit-log': typeof auditLog
    documents: typeof documents
    email: typeof email
    errors: typeof errors
    home: typeof home
    showcase: typeof showcase
    gallery: typeof gallery
    mailbox: typeof mailbox
    organizations: typeof organizations
    overview: typeof overview
    permissions: typeof permissions
    posts: typeof posts
    preferences: typeof preferences
    profile: typeof profile
    providers: typeof providers
    security: typeof security
    settings: typeof settings
    todos: typeof todos
    'sign-in-mails': typeof signInMails
    'account-mails': typeof accountMails
    'organization-mails': typeof organizationMails
    'administration-mails': typeof administrationMails
    'built-in': typeof builtIn
    'sign-in': typeof signIn
    'two-factor': typeof twoFactor
  }
}
