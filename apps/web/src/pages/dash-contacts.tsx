import { dashPlansPath, dashSendPath } from '@sampan/contract/paths'
import { Contacts } from '../features/contacts/contacts.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('contacts')
  return null
}

export default function DashContacts() {
  return <Contacts sendPath={dashSendPath} plansPath={dashPlansPath} />
}
