export const deliveryStatuses = ['waiting', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why an attempt failed. */
export const deliveryProblems = [
  'status',
  'redirect',
  'timeout',
  'unknownHost',
  'unreachable',
  'certificate',
  'brokenAnswer',
  'privateAddress',
  'unreadableSecret',
  'disabled',
  'lost',
] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]

/** Sent by hand, to one endpoint, whatever it has chosen. */
export const TEST_EVENT = 'webhooks.test'
