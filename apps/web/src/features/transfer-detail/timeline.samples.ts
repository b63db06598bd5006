/** An event of a timeline, for tests: of nobody in particular. */
import type { TimelineEvent } from '@sampan/contract/routes/transfer-detail'

export const sampleEvent = (more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id: 'a',
  at: 0,
  kind: 'opened',
  actor: 'recipient',
  email: null,
  name: null,
  company: null,
  countryCode: null,
  country: '',
  city: '',
  program: null,
  device: null,
  fileName: null,
  fileCount: null,
  detail: {},
  ...more,
})
