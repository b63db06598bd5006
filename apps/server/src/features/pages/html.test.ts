import { expect, test } from 'vitest'
import { html, jsonInScript } from './html.ts'

test('R32 values are escaped, markup is not, nothing is nothing', () => {
  expect(html`<p title="${`"'`}">${'<&>'}${html`<b>${1}</b>`}${[html`<i>`, html`</i>`]}${null}${false}</p>`.text).toBe(
    '<p title="&quot;&#39;">&lt;&amp;&gt;<b>1</b><i></i></p>',
  )
})

test('R32 JSON in a script cannot leave it and stays the same', () => {
  const value = { a: '</script><!--\u2028\u2029', b: '\ud800' }
  const { text } = jsonInScript(value)
  expect(text).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(text)).toEqual(value)
})
