// The service's description of itself, OpenAPI 3.1, generated from the contract.

export function openApiDocument(baseUrl: string): object {
  return { openapi: '3.1.0', servers: [{ url: baseUrl }] }
}
