/** Schemas of the contract as JSON Schema, in the dialect of OpenAPI 3.1. */
import { errorCatalogue, fieldCodes } from '@sampan/contract/errors'
import type { Schema } from '@sampan/contract/routes/route'
import { toJSONSchema } from 'zod/mini'

export type JsonSchema = Record<string, unknown>

/** Many programs want `items` of every array: a pair of equal things is a list of two. */
function asList(schema: JsonSchema): void {
  const { prefixItems } = schema
  if (!Array.isArray(prefixItems)) return
  delete schema.prefixItems
  Object.assign(schema, { items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length })
}

/** What a format says already, and that a number is one that JavaScript can hold. */
function withoutNoise(schema: JsonSchema): void {
  if (schema.format === 'uuid' || schema.format === 'date-time') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** The schema of what a caller gives (`input`), or of what it gets. */
export function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: each }) => {
      asList(each as JsonSchema)
      withoutNoise(each as JsonSchema)
    },
  }) as JsonSchema
  return rest
}

/** The shape of every error (H2). */
export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCatalogue) },
        message: { type: 'string', description: 'One sentence for people, in the caller’s language' },
        fields: {
          type: 'object',
          description: 'What is wrong with which field of the request',
          additionalProperties: { type: 'string', enum: Object.keys(fieldCodes) },
        },
        details: {
          type: 'object',
          description: 'What the message says in numbers and names, for programs that word it themselves; differs by code',
          additionalProperties: true,
        },
        retryAfterSeconds: { type: 'number', description: 'Not before then; also as the header Retry-After' },
        requestId: { type: 'string', description: 'Names the request in the server’s log' },
      },
    },
  },
}
