import { isIP } from 'node:net'
import type { Application, Installed } from '@plinth/core/feature/server'
import { isPublicAddress } from '@plinth/core/server'
import { AppError } from '@plinth/core/verb/server'
import { isLoopbackHost } from '@plinth/core/schema'
import { allowsLoopback } from './webhooks-settings.server.ts'

/** What verbs of webhooks need beside their context. */
export type WebhookServices = {
  /** The signing secret. */
  secret: string
  allowsLoopback: boolean
  /** Whether a setting can allow it. */
  isLocal: boolean
  /** The names of the events of all features, sorted. */
  eventTypes: readonly string[]
}

export async function openWebhookServices(
  application: () => Promise<Application>,
  { publicEvents }: Installed,
): Promise<WebhookServices> {
  const { env, secret } = await application()
  return {
    secret,
    allowsLoopback: allowsLoopback(env),
    isLocal: env.isLocal,
    eventTypes: [...new Set(publicEvents.values())].toSorted(),
  }
}

type Settings = { url?: string | undefined; eventTypes?: readonly string[] | null | undefined }

/**
 * Throws invalid for an address that deliveries would refuse (field `url`), and for an unknown event (field
 * `eventTypes`). What a name resolves to is checked at each delivery.
 */
export function checkEndpoint({ url, eventTypes }: Settings, services: WebhookServices): void {
  if (url !== undefined) {
    const { hostname } = new URL(url)
    const isLoopback = isLoopbackHost(hostname)
    if (isLoopback && services.isLocal && !services.allowsLoopback)
      throw new AppError('invalid', 'webhooks:errors.urlLoopback', {
        field: 'url',
        setting: 'WEBHOOKS_ALLOW_LOOPBACK=true',
      })
    const address = hostname.replace(/^\[|\]$/g, '')
    const isAllowed = isLoopback ? services.allowsLoopback : isIP(address) === 0 || isPublicAddress(address)
    if (!isAllowed) throw new AppError('invalid', 'webhooks:errors.urlPrivate', { field: 'url' })
  }
  if (eventTypes?.some((type) => !services.eventTypes.includes(type)))
    throw new AppError('invalid', 'webhooks:errors.unknownEvent', { field: 'eventTypes' })
}
