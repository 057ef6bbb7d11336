// A separate file, because the page's policy allows no inline script.
SwaggerUIBundle({
  url: '../../openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: 'none',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
