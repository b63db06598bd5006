import type { Settings } from '@sampan/contract/routes/settings'

export type Change = (some: Partial<Settings>) => Promise<void>
