import { expect, test } from 'vitest'
import { startAfterPaint } from './start-after-paint.ts'

const built = `<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head><body>text<script>window.x = 1</script><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/home.js";
  window.routes = {"root":route0,"home":route1};

import("/assets/entry.js");</script></body>`

test('I2 the app is fetched after the first paint: no script file stands in the page, and nothing of its start is lost', () => {
  const page = startAfterPaint(built, true)
  expect(page).not.toMatch(/modulepreload" href|type="module"/)
  expect(page).toContain('<script>window.x = 1</script>')
  const script = page.slice(page.lastIndexOf('<script>') + 8, page.lastIndexOf('</script>'))
  expect(() => new Function(script)).not.toThrow()
  expect(script).toContain('["/assets/a.js","/assets/b.js"]')
  expect(script).toContain(
    'const [, route0, route1] = await Promise.all([import("/assets/manifest.js"), import("/assets/root.js"), import("/assets/home.js")])',
  )
  expect(script).toContain('window.routes = {"root":route0,"home":route1};\n\nimport("/assets/entry.js");')
  expect(script).toContain('hrefs.forEach(load); start()')
})

test('I2 a page that everybody may read fetches the app, and leaves it to the script that watches for a person to start it', () => {
  const page = startAfterPaint(built, false)
  const script = page.slice(page.lastIndexOf('<script>') + 8, page.lastIndexOf('</script>'))
  expect(() => new Function(script)).not.toThrow()
  expect(script).toMatch(/sampanStart = start\n.*src: '\/wake.js', onerror: start/)
  expect(script).toMatch(/loadNext\(\) : requestAnimationFrame\(\(\) => setTimeout\(loadNext\)\)$/)
})

test('I2 a page that starts in another way stays as it was built', () => {
  const page = '<head><link rel="modulepreload" href="/a.js"/></head><body><script>1</script></body>'
  expect(startAfterPaint(page, true)).toBe(page)
})
