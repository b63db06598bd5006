import { expect, test } from 'vitest'
import type { LeadingSettings } from '../../config/sign-in-settings.ts'
import { makeTemplate } from './page-template.ts'
import { testSettings } from './test-pages.ts'

const built = [
  '<html lang="en"><head><title>x</title></head><body><form class="f" data-passwords="" method="post"><input name="password"/></form>',
  '<div class="l" data-sign-in="Continue with %PROVIDER_NAME%"></div><p class="n" data-passwords="">New? <a href="/register">Here</a></p></body></html>',
].join('')

const provider = (id: string, name: string, icon: LeadingSettings['icon']): LeadingSettings => ({
  kind: 'oidc',
  ...{ id, name, icon, issuer: 'https://login.test', clientId: 'sampan', clientSecret: 'not-for-pages' },
  ...{ domains: ['secret.test'], isEmailTrusted: false, roles: [] },
})

test('A11 a page without providers is as it was built, and says nothing of it', () => {
  const { plain } = makeTemplate(built, testSettings)
  expect(plain).toContain('data-sign-in="Continue with %PROVIDER_NAME%"></div>')
  expect(plain).toContain('<form class="f" data-passwords="" method="post">')
  expect(plain).not.toContain('sampan-sign-in')
})

test('A11 each provider has a link that needs no script, by its name, and nothing else of it is told', () => {
  const signInProviders = [provider('acme', '$& <Söhne>', 'key'), provider('google', 'Google', 'google')]
  const { plain } = makeTemplate(built, { ...testSettings, signInProviders })
  expect(plain).toContain(
    '<a href="/sign-in/acme" rel="nofollow" data-icon="key"><span>Continue with $&amp; &lt;Söhne&gt;</span></a><a href="/sign-in/google" rel="nofollow" data-icon="google"><span>Continue with Google</span></a></div>',
  )
  expect(plain).toContain('<meta name="sampan-sign-in" content="{&quot;providers&quot;:[{&quot;id&quot;:&quot;acme&quot;')
  expect(plain).toContain('data-passwords')
  expect(plain).not.toMatch(/not-for-pages|secret\.test|login\.test/)
})

test('A11 with PASSWORD_LOGIN=off no form for passwords is left', () => {
  const signInProviders = [provider('acme', 'Acme', 'key')]
  const { plain } = makeTemplate(built, { ...testSettings, signInProviders, hasPasswordLogIn: false })
  expect(plain).toContain('Continue with Acme</span>')
  expect(plain).not.toMatch(/data-passwords|<form|New\?/)
})
