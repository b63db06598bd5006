/** The catalogue's sentences with their slots filled, as a person reads them on the page. */
import { analytics as analyticsEn } from '../packages/texts/src/app/en/analytics.ts'
import { billing as billingEn } from '../packages/texts/src/app/en/billing.ts'
import { contacts as contactsEn } from '../packages/texts/src/app/en/contacts.ts'
import { dash as dashEn } from '../packages/texts/src/app/en/dash.ts'
import { detail as detailEn } from '../packages/texts/src/app/en/detail.ts'
import { extension as extensionEn } from '../packages/texts/src/app/en/extension.ts'
import { feedback as feedbackEn } from '../packages/texts/src/app/en/feedback.ts'
import { files as filesEn } from '../packages/texts/src/app/en/files.ts'
import { catalogue as en } from '../packages/texts/src/app/en/index.ts'
import { licences as licencesEn } from '../packages/texts/src/app/en/licences.ts'
import { manage as manageEn } from '../packages/texts/src/app/en/manage.ts'
import { notifications as notificationsEn } from '../packages/texts/src/app/en/notifications.ts'
import { overview as overviewEn } from '../packages/texts/src/app/en/overview.ts'
import { palette as paletteEn } from '../packages/texts/src/app/en/palette.ts'
import { plans as plansEn } from '../packages/texts/src/app/en/plans.ts'
import { profile as profileEn } from '../packages/texts/src/app/en/profile.ts'
import { receipts as receiptsEn } from '../packages/texts/src/app/en/receipts.ts'
import { refusal as refusalEn } from '../packages/texts/src/app/en/refusal.ts'
import { security as securityEn } from '../packages/texts/src/app/en/security.ts'
import { settings as settingsEn } from '../packages/texts/src/app/en/settings.ts'
import { welcome as welcomeEn } from '../packages/texts/src/app/en/welcome.ts'
import { analytics as analyticsZh } from '../packages/texts/src/app/zh/analytics.ts'
import { billing as billingZh } from '../packages/texts/src/app/zh/billing.ts'
import { contacts as contactsZh } from '../packages/texts/src/app/zh/contacts.ts'
import { dash as dashZh } from '../packages/texts/src/app/zh/dash.ts'
import { detail as detailZh } from '../packages/texts/src/app/zh/detail.ts'
import { extension as extensionZh } from '../packages/texts/src/app/zh/extension.ts'
import { feedback as feedbackZh } from '../packages/texts/src/app/zh/feedback.ts'
import { files as filesZh } from '../packages/texts/src/app/zh/files.ts'
import { catalogue as zh } from '../packages/texts/src/app/zh/index.ts'
import { licences as licencesZh } from '../packages/texts/src/app/zh/licences.ts'
import { manage as manageZh } from '../packages/texts/src/app/zh/manage.ts'
import { notifications as notificationsZh } from '../packages/texts/src/app/zh/notifications.ts'
import { overview as overviewZh } from '../packages/texts/src/app/zh/overview.ts'
import { palette as paletteZh } from '../packages/texts/src/app/zh/palette.ts'
import { plans as plansZh } from '../packages/texts/src/app/zh/plans.ts'
import { profile as profileZh } from '../packages/texts/src/app/zh/profile.ts'
import { receipts as receiptsZh } from '../packages/texts/src/app/zh/receipts.ts'
import { refusal as refusalZh } from '../packages/texts/src/app/zh/refusal.ts'
import { security as securityZh } from '../packages/texts/src/app/zh/security.ts'
import { settings as settingsZh } from '../packages/texts/src/app/zh/settings.ts'
import { welcome as welcomeZh } from '../packages/texts/src/app/zh/welcome.ts'
import { roleNames } from '../packages/texts/src/role-names.ts'

export type Language = 'en' | 'zh'
type Slots = Record<string, string | number>

const catalogues: Record<Language, Record<string, Record<string, string>>> = {
  en: {
    ...en,
    analytics: analyticsEn,
    contacts: contactsEn,
    dash: dashEn,
    feedback: feedbackEn,
    settings: settingsEn,
    detail: detailEn,
    extension: extensionEn,
    refusal: refusalEn,
    files: filesEn,
    notifications: notificationsEn,
    overview: overviewEn,
    palette: paletteEn,
    plans: plansEn,
    receipts: receiptsEn,
    roles: roleNames.en,
    billing: billingEn,
    manage: manageEn,
    licences: licencesEn,
    security: securityEn,
    profile: profileEn,
    welcome: welcomeEn,
  },
  zh: {
    ...zh,
    analytics: analyticsZh,
    contacts: contactsZh,
    dash: dashZh,
    feedback: feedbackZh,
    settings: settingsZh,
    detail: detailZh,
    extension: extensionZh,
    refusal: refusalZh,
    files: filesZh,
    notifications: notificationsZh,
    overview: overviewZh,
    palette: paletteZh,
    plans: plansZh,
    receipts: receiptsZh,
    roles: roleNames.zh,
    billing: billingZh,
    manage: manageZh,
    licences: licencesZh,
    security: securityZh,
    profile: profileZh,
    welcome: welcomeZh,
  },
}

/** `words('zh')('send.sendTo', { count: 2 })`; throws for a key that is not there. */
export const words =
  (language: Language) =>
  (key: string, slots: Slots = {}): string => {
    const [space = '', name = ''] = key.split('.')
    const texts = catalogues[language][space] ?? {}
    const form = language === 'en' && slots.count === 1 ? 'one' : 'other'
    const text = texts[`${name}_${form}`] ?? texts[name]
    if (text === undefined) throw new Error(`No text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, slot: string) => {
      const value = slots[slot] ?? (slot === 'product' ? 'Sampan' : '')
      return typeof value === 'number' ? value.toLocaleString(language) : value
    })
  }
export type Words = ReturnType<typeof words>
