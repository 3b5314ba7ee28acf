// Renders /api/openapi.json as a page: one block per operation, with schemas inline.
const element = (tag, text, ...children) => {
  const node = document.createElement(tag)
  if (text) node.textContent = text
  node.append(...children)
  return node
}

/** The console stores the token here, so that signed-in people can read the document. */
const headers = () => {
  try {
    const { jToken } = JSON.parse(localStorage.getItem('token') ?? '{}')
    return jToken ? { authorization: `Bearer ${jToken}` } : {}
  } catch {
    return {} // storage is unavailable, or contains other data
  }
}

const reply = await fetch('/api/openapi.json', { headers: headers() })
if (!reply.ok) {
  const { message } = await reply.json()
  const page = document.getElementById('operations')
  page.append(element('p', message))
  page.removeAttribute('aria-busy')
  throw new Error(message)
}
const document31 = await reply.json()

const resolve = (schema, seen = []) => {
  if (Array.isArray(schema)) return schema.map((item) => resolve(item, seen))
  if (schema === null || typeof schema !== 'object') return schema
  const reference = schema.$ref
  if (reference) {
    const name = reference.split('/').at(-1)
    return seen.includes(name)
      ? name
      : resolve(document31.components.schemas[name], [...seen, name])
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, resolve(value, seen)]),
  )
}
const schemaBlock = (title, schema) =>
  element(
    'section',
    '',
    element('h3', title),
    element('pre', JSON.stringify(resolve(schema), null, 2)),
  )

const parameterTable = (list) => {
  const rows = list
    .filter((item) => !item.$ref)
    .map((item) =>
      element(
        'tr',
        '',
        element('td', item.name),
        element('td', `${item.in}${item.required ? ', required' : ''}`),
        element('td', item.description ?? ''),
        element('td', JSON.stringify(item.schema)),
      ),
    )
  return rows.length ? [element('table', '', element('tbody', '', ...rows))] : []
}

const operationBlock = (path, method, operation) => {
  const block = element(
    'details',
    '',
    element(
      'summary',
      '',
      element('b', method.toUpperCase()),
      path,
      element('span', operation.summary),
    ),
  )
  block.dataset.text =
    `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase()
  block.addEventListener('toggle', () => {
    if (block.childElementCount > 1) return
    const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
    block.append(
      element(
        'p',
        `Operation ${operation.operationId}. Access: ${JSON.stringify(operation['x-policy'])}`,
      ),
      ...parameterTable(operation.parameters),
      ...(body ? [schemaBlock('Body', body)] : []),
      ...Object.entries(operation.responses).flatMap(([status, response]) => {
        const schema = response.content?.['application/json']?.schema
        return Number(status) < 300 && schema
          ? [schemaBlock(`Answer ${status}`, schema)]
          : [element('p', `${status}: ${response.description}`)]
      }),
    )
  })
  return block
}

const operations = Object.entries(document31.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    tag: operation.tags[0],
    block: operationBlock(path, method, operation),
  })),
)
const main = document.getElementById('operations')
for (const tag of new Set(operations.map((operation) => operation.tag))) {
  main.append(
    element('h2', tag),
    ...operations.filter((operation) => operation.tag === tag).map((operation) => operation.block),
  )
}
main.removeAttribute('aria-busy')

document.getElementById('find').addEventListener('input', (event) => {
  const wanted = event.target.value.trim().toLowerCase()
  for (const { block } of operations) block.hidden = !block.dataset.text.includes(wanted)
})
