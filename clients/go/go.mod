module ecf-issuer.example/clients/go

go 1.23
