package io.orrery.plugin.core.http;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What all HTTP tasks say about their request.
public record HttpProperties(
    @Doc(value = "The address.", required = true) Property<String> uri,
    @Doc(value = "The method.", defaultText = "GET") Property<String> method,
    @Doc("The body: a text, or a tree that is sent as JSON.") Property<String> body,
    @Doc("Fields of a form; one that is the address of a stored file is uploaded.")
        Property<Map<String, Object>> formData,
    @Doc("The content type of the body.") Property<String> contentType,
    @Doc("Headers, each a text or a list of texts.") Property<Map<String, Object>> headers,
    @Doc("Query parameters added to the address.") Property<Map<String, Object>> params,
    @Doc("How the request is made.") @Nullable HttpOptions options,
    @Doc(value = "Older form of options.ssl.", deprecated = true)
        HttpOptions.@Nullable Ssl sslOptions,
    @Doc(value = "Older form of options.auth.", deprecated = true)
        HttpOptions.@Nullable Auth auth) {}
