/** That each text is what it should be: word for word where the requirements quote it, and in its own language everywhere. */
import { readdirSync } from 'node:fs'
import { languages } from '@sampan/contract/languages'
import { defaultLanguage } from '@sampan/contract/paths'
import { expect, test } from 'vitest'

const folder = new URL('./languages/', import.meta.url)
const names = readdirSync(new URL('en/app/', folder))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'index')

async function textsOf(language: string, name: string): Promise<Record<string, string>> {
  const module: Record<string, Record<string, string>> = await import(new URL(`${language}/app/${name}.ts`, folder).href)
  return Object.assign({}, ...Object.values(module))
}

/** The same in every language. */
const alike = ['analytics.csv', 'billing.pdf', 'files.checksum', 'send.tabTitle', 'shell.name']
const slotsOf = (text: string): string[] => [...new Set(text.match(/\{\{\w+/g))].sort()

test.each(languages)('I1 %s has every file that the default has', (language) => {
  const filesOf = (each: string) =>
    readdirSync(new URL(`${each}/`, folder), { recursive: true }).filter((file) => file !== 'style.css')
  expect(filesOf(language).sort()).toEqual(filesOf(defaultLanguage).sort())
})

test.each(languages)('I1 the sentences of %s have the slots of the default', async (language) => {
  for (const name of names) {
    const [ours, theirs] = [await textsOf(defaultLanguage, name), await textsOf(language, name)]
    for (const [key, text] of Object.entries(theirs))
      expect([name, key, slotsOf(text)]).toEqual([name, key, slotsOf(ours[key] ?? text)])
  }
})

const han = /\p{Script=Han}/u
const hasWords = (text: string): boolean => /[A-Za-z]{3}/.test(text.replace(/\{\{.*?\}\}|<[^>]*>/g, ''))

test.each(names)('I1 %s is Chinese in Chinese and English in English', async (name) => {
  const [en, zh] = [await textsOf('en', name), await textsOf('zh', name)]
  for (const [key, text] of Object.entries(zh)) {
    if (alike.includes(`${name}.${key}`)) continue
    expect([key, text, !hasWords(text) || han.test(text)]).toEqual([key, text, true])
    expect([key, han.test(en[key] ?? '')]).toEqual([key, false])
  }
})

test.each(languages)('I1 %s has one sign for what goes on, as the requirements write it', async (language) => {
  const other = language === 'en' ? /…| \.\.\./ : /……|\.\.\./
  const wrong: string[] = []
  for (const name of names)
    for (const [key, text] of Object.entries(await textsOf(language, name))) if (other.test(text)) wrong.push(`${name}.${key}`)
  expect(wrong).toEqual([])
})

test.each([
  ['en', 'logged in'],
  ['zh', '仍处于登录状态'],
])('A3 %s: without an answer nobody is told that they are logged in', async (language, claim) => {
  expect((await textsOf(language, 'shell')).noAnswerText).not.toContain(claim)
})

test.each([
  ['Q4', 'send.insecureFileType', 'Insecure file type'],
  ['Q4', 'send.releaseFile', 'File removed'],
  ['Q4', 'send.emailSupport', 'Email support'],
  ['Q6', 'send.invalidEmailTo', 'Invalid Email To Address'],
  ['Q6', 'send.emailTo', 'Email to (Enter or , to separate)'],
  ['Q6', 'send.tooManyPeople', "That's too many people"],
  ['Q6', 'send.getTrial', 'Get 7-day trial'],
  ['Q8', 'send.linksReserved', 'Hey, right now links are reserved for premium accounts.'],
  ['Q13', 'send.warming', 'Warming Up...'],
  ['Q13', 'send.almostDone', 'Almost done...'],
  ['Q13', 'send.cancelQuestion', 'Cancel this transfer?'],
  ['Q13', 'send.resuming', 'Resuming Upload...'],
  ['Q13', 'send.couldNotSend', 'Could not send Data'],
  ['Q14', 'send.linkCopied', 'Link Copied!'],
  ['Q14', 'send.sendAnother', 'Send Another'],
  ['Q16', 'send.limitTitle', 'Great things have limits'],
  ['Q23', 'send.interruptedTitle', 'Interrupted upload found'],
  ['U3', 'send.slowNetwork', 'Slow network: We are retrying...'],
  ['U3', 'send.fileLocked', 'File is locked: Make sure your file is not in use.'],
  ['W6', 'shell.troubleTitle', 'Connection trouble, please refresh and try again'],
  ['W6', 'send.chunkFailed', 'Loading chunk failed after 5 retries'],
  ['X3', 'extension.done', 'Link Extended for 48 hours'],
  ['X3', 'extension.expiry', 'New expiry date'],
  ['X3', 'extension.deadTitle', 'Link expired'],
  ['X3', 'extension.deadText', 'Nothing to see here'],
  ['D6', 'download.requestSend', 'Request more time'],
  ['A7', 'welcome.title', 'Welcome Back!'],
  ['A7', 'welcome.subtitle', 'Save your transfers'],
  ['A8', 'profile.accessTitle', 'Account access'],
  ['P2', 'plans.quickly', 'Get sending quickly'],
  ['P2', 'plans.youToo', 'You can too!'],
  ['P2', 'plans.upgradeToBusiness', 'Upgrade to Business'],
  ['P2', 'plans.upgradePlan', 'Upgrade your plan'],
  ['P2', 'plans.choosePlan', 'Choose a plan'],
  ['P1', 'plans.visitor', 'Try free for a week'],
  ['P1', 'plans.current', 'Current plan'],
  ['P5', 'plans.addPayment', 'Add a payment method'],
  ['P5', 'send.continueFree', 'Continue on Free'],
])('%s I1 %s is word for word "%s"', async (_, where, text) => {
  const [name = '', key = ''] = where.split('.')
  expect((await textsOf('en', name))[key]?.replace('’', "'")).toBe(text)
})
