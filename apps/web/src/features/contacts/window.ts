import type { Contact } from '@sampan/contract/routes/contacts'

export type Window =
  | { kind: 'add' | 'import' | 'groups' }
  | { kind: 'show' | 'edit'; contact: Contact }
  | { kind: 'delete' | 'merge' | 'put'; chosen: Contact[] }
