// A separate file, because the page's policy allows no inline script.
const isManagement = new URLSearchParams(location.search).get('parte') === 'administracion';
document
  .getElementById(isManagement ? 'docs-management' : 'docs-issuing')
  ?.setAttribute('aria-current', 'page');
SwaggerUIBundle({
  url: isManagement ? '../../openapi-management.json' : '../../openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: 'none',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
