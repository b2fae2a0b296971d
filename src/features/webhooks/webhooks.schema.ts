import { z } from 'zod'
import { isLoopbackHost, pageInput } from '@plinth/core/schema'

const URL_MAX_LENGTH = 1_000
export const ENDPOINTS_PER_ORGANIZATION = 10
const EVENT_TYPES_MAX = 100

/** Http is only for this machine; whether that is allowed at all is a setting. */
function isEndpointUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password, hash } = new URL(value)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
  return isSecure && username + password + hash === ''
}

const id = z.string({ error: 'errors:required' }).min(1, 'errors:required').max(64, 'errors:tooLong')
const url = z
  .string({ error: 'errors:required' })
  .trim()
  .min(1, 'errors:required')
  .max(URL_MAX_LENGTH, 'errors:tooLong')
  .refine(isEndpointUrl, 'webhooks:errors.urlInvalid')
/** The names of events, or null for all, future ones included. */
const eventTypes = z
  .array(z.string().max(100, 'errors:tooLong'))
  .min(1, 'webhooks:errors.noEvents')
  .max(EVENT_TYPES_MAX, 'errors:tooLong')
  .nullable()

export const createEndpointInput = z.strictObject({ url, eventTypes })
export const updateEndpointInput = z.strictObject({
  id,
  url: url.optional(),
  eventTypes: eventTypes.optional(),
  isEnabled: z.boolean().optional(),
})
export const webhookIdInput = z.strictObject({ id })
/** The deliveries of the endpoint with that id. */
export const listDeliveriesInput = z.strictObject({ id, ...pageInput })

export type CreateEndpointInput = z.output<typeof createEndpointInput>
export type UpdateEndpointInput = z.output<typeof updateEndpointInput>
export type WebhookIdInput = z.output<typeof webhookIdInput>
export type ListDeliveriesInput = z.output<typeof listDeliveriesInput>
