{{/*
A role: its Deployment, its disruption budget, its autoscaler, and the Service of its admin port. Needs: root, component, role (its values), adminPort, ports (its other
ports), secrets (required keys) and optionalSecrets.
*/}}
{{- define "ecf.role" -}}
{{- $values := .root.Values -}}
{{- $name := printf "%s-%s" .root.Release.Name .component -}}
{{- $secret := required (printf "%s.existingSecret is required: the Secret with %s" .component (join ", " .secrets)) .role.existingSecret -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "ecf.labels" . | nindent 4 }}
spec:
  {{- if not .role.autoscaling.enabled }}
  replicas: {{ .role.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "ecf.selector" . | nindent 6 }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels:
        {{- include "ecf.labels" . | nindent 8 }}
    spec:
      {{- include "ecf.pod" .root | nindent 6 }}
      # The role needs at most 15 s to finish what is under way.
      terminationGracePeriodSeconds: 40
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "ecf.selector" $ | nindent 14 }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "ecf.image" (dict "root" .root "tag" .role.imageTag) }}
          {{- include "ecf.container" .root | nindent 10 }}
          args: [{{ .component }}]
          env:
            {{- if eq .component "api" }}
            - { name: HOST, value: 0.0.0.0 }
            - { name: PORT, value: '8080' }
            {{- end }}
            - { name: ADMIN_HOST, value: 0.0.0.0 }
            {{- include "ecf.settings" (merge (dict) .role.settings $values.settings) | trim | nindent 12 }}
            {{- range .secrets }}
            {{- include "ecf.secret" (dict "name" . "secret" $secret) | nindent 12 }}
            {{- end }}
            {{- range .optionalSecrets }}
            {{- include "ecf.secret" (dict "name" . "secret" $secret "optional" true) | nindent 12 }}
            {{- end }}
          ports:
            - { name: admin, containerPort: {{ .adminPort }} }
            {{- range $port, $number := .ports }}
            - { name: {{ $port }}, containerPort: {{ $number }} }
            {{- end }}
          # The first start of a new version may make indexes. A start that fails ends by itself.
          startupProbe:
            httpGet: { path: /healthz, port: admin }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 720
          # Only whether it is alive: a pod must not be replaced because a database is down.
          livenessProbe:
            httpGet: { path: /healthz, port: admin }
            periodSeconds: 15
            timeoutSeconds: 5
            failureThreshold: 4
          readinessProbe:
            httpGet: { path: /readyz, port: admin }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 2
          {{- if .ports }}
          # Meanwhile the proxies learn that the pod ends, and send it nothing more.
          lifecycle:
            preStop:
              sleep: { seconds: 8 }
          {{- end }}
          resources:
            {{- toYaml .role.resources | nindent 12 }}
---
# Where Prometheus finds the admin port of each pod, also while the pod is not ready.
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}-admin
  labels:
    {{- include "ecf.labels" . | nindent 4 }}
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector:
    {{- include "ecf.selector" . | nindent 4 }}
  ports:
    - { name: admin, port: {{ .adminPort }}, targetPort: admin }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "ecf.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  # A pod that is not ready does not keep a node from being emptied.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "ecf.selector" . | nindent 6 }}
{{- with .role.autoscaling }}
{{- if .enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels:
    {{- include "ecf.labels" $ | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .cpuPercent }} }
{{- end }}
{{- end }}
{{- end }}
