/** The catalogue's sentences with their slots filled, as a person reads them on the page. */
import { analytics as analyticsEn } from '../packages/texts/src/languages/en/app/analytics.ts'
import { billing as billingEn } from '../packages/texts/src/languages/en/app/billing.ts'
import { contacts as contactsEn } from '../packages/texts/src/languages/en/app/contacts.ts'
import { dash as dashEn } from '../packages/texts/src/languages/en/app/dash.ts'
import { detail as detailEn } from '../packages/texts/src/languages/en/app/detail.ts'
import { extension as extensionEn } from '../packages/texts/src/languages/en/app/extension.ts'
import { feedback as feedbackEn } from '../packages/texts/src/languages/en/app/feedback.ts'
import { files as filesEn } from '../packages/texts/src/languages/en/app/files.ts'
import { catalogue as en } from '../packages/texts/src/languages/en/app/index.ts'
import { licences as licencesEn } from '../packages/texts/src/languages/en/app/licences.ts'
import { manage as manageEn } from '../packages/texts/src/languages/en/app/manage.ts'
import { notifications as notificationsEn } from '../packages/texts/src/languages/en/app/notifications.ts'
import { overview as overviewEn } from '../packages/texts/src/languages/en/app/overview.ts'
import { palette as paletteEn } from '../packages/texts/src/languages/en/app/palette.ts'
import { plans as plansEn } from '../packages/texts/src/languages/en/app/plans.ts'
import { profile as profileEn } from '../packages/texts/src/languages/en/app/profile.ts'
import { receipts as receiptsEn } from '../packages/texts/src/languages/en/app/receipts.ts'
import { refusal as refusalEn } from '../packages/texts/src/languages/en/app/refusal.ts'
import { security as securityEn } from '../packages/texts/src/languages/en/app/security.ts'
import { settings as settingsEn } from '../packages/texts/src/languages/en/app/settings.ts'
import { welcome as welcomeEn } from '../packages/texts/src/languages/en/app/welcome.ts'
import { analytics as analyticsZh } from '../packages/texts/src/languages/zh/app/analytics.ts'
import { billing as billingZh } from '../packages/texts/src/languages/zh/app/billing.ts'
import { contacts as contactsZh } from '../packages/texts/src/languages/zh/app/contacts.ts'
import { dash as dashZh } from '../packages/texts/src/languages/zh/app/dash.ts'
import { detail as detailZh } from '../packages/texts/src/languages/zh/app/detail.ts'
import { extension as extensionZh } from '../packages/texts/src/languages/zh/app/extension.ts'
import { feedback as feedbackZh } from '../packages/texts/src/languages/zh/app/feedback.ts'
import { files as filesZh } from '../packages/texts/src/languages/zh/app/files.ts'
import { catalogue as zh } from '../packages/texts/src/languages/zh/app/index.ts'
import { licences as licencesZh } from '../packages/texts/src/languages/zh/app/licences.ts'
import { manage as manageZh } from '../packages/texts/src/languages/zh/app/manage.ts'
import { notifications as notificationsZh } from '../packages/texts/src/languages/zh/app/notifications.ts'
import { overview as overviewZh } from '../packages/texts/src/languages/zh/app/overview.ts'
import { palette as paletteZh } from '../packages/texts/src/languages/zh/app/palette.ts'
import { plans as plansZh } from '../packages/texts/src/languages/zh/app/plans.ts'
import { profile as profileZh } from '../packages/texts/src/languages/zh/app/profile.ts'
import { receipts as receiptsZh } from '../packages/texts/src/languages/zh/app/receipts.ts'
import { refusal as refusalZh } from '../packages/texts/src/languages/zh/app/refusal.ts'
import { security as securityZh } from '../packages/texts/src/languages/zh/app/security.ts'
import { settings as settingsZh } from '../packages/texts/src/languages/zh/app/settings.ts'
import { welcome as welcomeZh } from '../packages/texts/src/languages/zh/app/welcome.ts'
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
